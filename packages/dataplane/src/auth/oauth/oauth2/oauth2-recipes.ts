import { createHmac } from 'node:crypto';
import { fixedIssuer } from '../openid/openid-recipe.ts';
import { textOf } from './oauth2-profile.ts';
import type { Json, OAuth2Recipe } from './oauth2-recipe.ts';

const USUAL = { kind: 'oauth2', pkce: false, secretIn: 'body' } as const;

/** The providers of plain OAuth 2: where they are, what they are asked, and how their answers are read. */
export const OAUTH2_RECIPES = {
  bitbucket: {
    ...USUAL,
    issuer: 'https://bitbucket.org',
    authorize: 'https://bitbucket.org/site/oauth2/authorize',
    token: 'https://bitbucket.org/site/oauth2/access_token',
    people: ['https://api.bitbucket.org/2.0/user', 'https://api.bitbucket.org/2.0/user/emails'],
    scopes: 'account email',
    secretIn: 'header',
    describe(user = {}, emails = {}) {
      const list = listIn(emails.values);
      const address = list.find((entry) => entry.is_primary === true);
      return {
        subject: user.uuid,
        email: address?.email,
        emailVerified: address?.is_confirmed === true,
        name: user.display_name,
        username: user.username,
        picture: at(user, 'links', 'avatar').href,
      };
    },
  },
  discord: {
    ...USUAL,
    issuer: 'https://discord.com',
    authorize: 'https://discord.com/oauth2/authorize',
    token: 'https://discord.com/api/oauth2/token',
    people: ['https://discord.com/api/users/@me'],
    scopes: 'identify email',
    pkce: true,
    describe: (user = {}) => ({
      subject: user.id,
      email: user.email,
      emailVerified: user.verified === true,
      name: textOf(user.global_name) ?? user.username,
      username: user.username,
      picture: discordPicture(user),
      further: { custom_claims: { global_name: textOf(user.global_name) ?? '' } },
    }),
  },
  facebook: {
    ...USUAL,
    issuer: 'https://graph.facebook.com',
    authorize: 'https://www.facebook.com/dialog/oauth',
    token: 'https://graph.facebook.com/oauth/access_token',
    people: ['https://graph.facebook.com/me?fields=id,name,first_name,last_name,email,picture.width(256)'],
    scopes: 'email',
    proof: (accessToken, secret) => ({
      appsecret_proof: createHmac('sha256', secret).update(accessToken).digest('hex'),
    }),
    // It tells an address only once its owner has confirmed it.
    describe: (user = {}) => ({
      subject: user.id,
      email: user.email,
      emailVerified: true,
      name: user.name,
      picture: at(user, 'picture', 'data').url,
    }),
    idTokens: fixedIssuer('https://www.facebook.com', { nonce: false, ownsEmail: () => true }),
  },
  figma: {
    ...USUAL,
    issuer: 'https://www.figma.com',
    authorize: 'https://www.figma.com/oauth',
    token: 'https://api.figma.com/v1/oauth/token',
    people: ['https://api.figma.com/v1/me'],
    scopes: 'current_user:read',
    secretIn: 'header',
    pkce: true,
    // Nobody uses Figma before the address is confirmed.
    describe: (user = {}) => ({
      subject: user.id,
      email: user.email,
      emailVerified: true,
      name: user.handle,
      username: user.handle,
      picture: user.img_url,
    }),
  },
  github: {
    ...USUAL,
    issuer: 'https://api.github.com',
    authorize: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    people: ['https://api.github.com/user', 'https://api.github.com/user/emails'],
    scopes: 'user:email',
    pkce: true,
    headers: () => ({ accept: 'application/vnd.github+json' }),
    // The address in the profile is one to show, and need not be the person's own.
    describe(user = {}, emails = {}) {
      const list = listIn(emails);
      const address =
        list.find((entry) => entry.primary === true) ?? list.find((entry) => entry.verified === true);
      return {
        subject: typeof user.id === 'number' ? user.id : undefined,
        email: address?.email,
        emailVerified: address?.verified === true,
        name: user.name,
        username: user.login,
        picture: user.avatar_url,
      };
    },
  },
  kakao: {
    ...USUAL,
    issuer: 'https://kapi.kakao.com',
    authorize: 'https://kauth.kakao.com/oauth/authorize',
    token: 'https://kauth.kakao.com/oauth/token',
    people: ['https://kapi.kakao.com/v2/user/me'],
    scopes: 'account_email profile_nickname profile_image',
    describe(user = {}) {
      const account = at(user, 'kakao_account');
      const profile = at(account, 'profile');
      return {
        subject: user.id,
        email: account.email,
        emailVerified: account.is_email_valid === true && account.is_email_verified === true,
        name: profile.nickname,
        username: profile.nickname,
        picture: profile.profile_image_url,
      };
    },
    idTokens: fixedIssuer('https://kauth.kakao.com'),
  },
  notion: {
    ...USUAL,
    issuer: 'https://api.notion.com',
    authorize: 'https://api.notion.com/v1/oauth/authorize',
    token: 'https://api.notion.com/v1/oauth/token',
    people: ['https://api.notion.com/v1/users/me'],
    scopes: '',
    secretIn: 'header',
    parameters: { owner: 'user' },
    headers: () => ({ 'notion-version': '2022-06-28' }),
    // The token is one of the integration: its owner is the person. Notion signs people in by a code in a mail.
    describe(bot = {}) {
      const user = at(bot, 'bot', 'owner', 'user');
      return {
        subject: user.id,
        email: at(user, 'person').email,
        emailVerified: true,
        name: user.name,
        picture: user.avatar_url,
      };
    },
  },
  spotify: {
    ...USUAL,
    issuer: 'https://api.spotify.com',
    authorize: 'https://accounts.spotify.com/authorize',
    token: 'https://accounts.spotify.com/api/token',
    people: ['https://api.spotify.com/v1/me'],
    scopes: 'user-read-email',
    secretIn: 'header',
    pkce: true,
    // Its documentation says that nobody checks the address.
    describe: (user = {}) => ({
      subject: user.id,
      email: user.email,
      emailVerified: false,
      name: user.display_name,
      username: user.id,
      picture: listIn(user.images)[0]?.url,
    }),
  },
  twitch: {
    ...USUAL,
    issuer: 'https://api.twitch.tv',
    authorize: 'https://id.twitch.tv/oauth2/authorize',
    token: 'https://id.twitch.tv/oauth2/token',
    people: ['https://api.twitch.tv/helix/users'],
    scopes: 'user:read:email',
    headers: (clientId) => ({ 'client-id': clientId }),
    // It tells an address only once its owner has confirmed it.
    describe(answer = {}) {
      const user = listIn(answer.data)[0] ?? {};
      return {
        subject: user.id,
        email: user.email,
        emailVerified: true,
        name: textOf(user.display_name) ?? user.login,
        username: user.login,
        picture: user.profile_image_url,
      };
    },
    idTokens: fixedIssuer('https://id.twitch.tv/oauth2'),
  },
  workos: {
    ...USUAL,
    issuer: 'https://api.workos.com',
    authorize: 'https://api.workos.com/sso/authorize',
    token: 'https://api.workos.com/sso/token',
    people: ['https://api.workos.com/sso/profile'],
    scopes: '',
    isMovable: true,
    renamed: { workos_provider: 'provider' },
    // The organization of the person vouches for the address.
    describe: (user = {}) => ({
      subject: user.id,
      email: user.email,
      emailVerified: true,
      name: [user.first_name, user.last_name].filter((part) => typeof part === 'string').join(' '),
      further: {
        custom_claims: {
          connection_id: textOf(user.connection_id) ?? '',
          organization_id: textOf(user.organization_id) ?? '',
        },
      },
    }),
  },
  x: {
    ...USUAL,
    issuer: 'https://api.x.com',
    authorize: 'https://x.com/i/oauth2/authorize',
    token: 'https://api.x.com/2/oauth2/token',
    people: ['https://api.x.com/2/users/me?user.fields=confirmed_email,name,profile_image_url,username'],
    scopes: 'users.read users.email tweet.read offline.access',
    secretIn: 'header',
    pkce: true,
    describe(answer = {}) {
      const user = at(answer, 'data');
      return {
        subject: user.id,
        email: user.confirmed_email,
        emailVerified: true,
        name: user.name,
        username: user.username,
        picture: user.profile_image_url,
      };
    },
  },
  zoom: {
    ...USUAL,
    issuer: 'https://zoom.us',
    authorize: 'https://zoom.us/oauth/authorize',
    token: 'https://zoom.us/oauth/token',
    people: ['https://api.zoom.us/v2/users/me'],
    scopes: '',
    secretIn: 'header',
    pkce: true,
    describe: (user = {}) => ({
      subject: user.id,
      email: user.email,
      emailVerified: user.verified === 1,
      name: textOf(user.display_name) ?? [user.first_name, user.last_name].join(' ').trim(),
      picture: user.pic_url,
    }),
  },
} as const satisfies Record<string, OAuth2Recipe>;

/** An object within an object; an empty one where there is none. */
function at(value: Json, ...path: readonly string[]): Json {
  return path.reduce((inner, name) => asObject(inner[name]), value);
}

function listIn(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function discordPicture({ id, avatar }: Json): string | undefined {
  if (typeof id !== 'string' || typeof avatar !== 'string' || !/^\w+$/.test(id + avatar)) return undefined;
  return `https://cdn.discordapp.com/avatars/${id}/${avatar}.${avatar.startsWith('a_') ? 'gif' : 'png'}`;
}
