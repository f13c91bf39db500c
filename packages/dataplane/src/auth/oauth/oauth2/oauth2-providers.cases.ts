import { createHmac } from 'node:crypto';
import { ACCESS_TOKEN, CLIENT, type StandIn } from './provider-server-for-test.ts';

interface ProviderCase extends StandIn {
  name: string;
  /** Where people are sent, and what must stand in the address. */
  authorize: string;
  asks: Record<string, string>;
  /** The identity that comes of the answers. */
  identity: { id: string; email: string | undefined; verified: boolean; name: string; picture: string };
}

const EMAIL = 'Ada@Example.com';
/** Facebook wants to see that a question comes from the owner of the secret. */
const PROOF = createHmac('sha256', CLIENT.secret).update(ACCESS_TOKEN).digest('hex');

/** Every provider of plain OAuth 2 with its answers in the form that its documentation shows. */
export const PROVIDER_CASES: readonly ProviderCase[] = [
  {
    name: 'bitbucket',
    authorize: 'https://bitbucket.org/site/oauth2/authorize',
    asks: { scope: 'account email' },
    token: 'https://bitbucket.org/site/oauth2/access_token',
    secretIn: 'header',
    tokenAnswer: { scopes: 'account', expires_in: 7200, refresh_token: 'again', state: 'authorization_code' },
    answers: {
      'https://api.bitbucket.org/2.0/user': {
        type: 'user',
        uuid: '{1f5d3a80-0000-4000-8000-000000000001}',
        display_name: 'Ada',
        username: 'ada',
        account_id: '557058:1',
        links: { avatar: { href: 'https://avatars.test/ada' } },
      },
      'https://api.bitbucket.org/2.0/user/emails': {
        pagelen: 10,
        values: [
          { email: 'old@example.com', is_primary: false, is_confirmed: true },
          { email: EMAIL, is_primary: true, is_confirmed: true },
        ],
      },
    },
    identity: {
      id: '{1f5d3a80-0000-4000-8000-000000000001}',
      email: 'ada@example.com',
      verified: true,
      name: 'Ada',
      picture: 'https://avatars.test/ada',
    },
  },
  {
    name: 'discord',
    authorize: 'https://discord.com/oauth2/authorize',
    asks: { scope: 'identify email', code_challenge_method: 'S256' },
    token: 'https://discord.com/api/oauth2/token',
    secretIn: 'body',
    pkce: true,
    tokenAnswer: {
      token_type: 'Bearer',
      expires_in: 604_800,
      refresh_token: 'again',
      scope: 'identify email',
    },
    answers: {
      'https://discord.com/api/users/@me': {
        id: '80351110224678912',
        username: 'ada',
        discriminator: '0',
        global_name: 'Ada',
        avatar: 'a_8342729096ea3675442027381ff50dfe',
        verified: true,
        email: EMAIL,
        flags: 64,
      },
    },
    identity: {
      id: '80351110224678912',
      email: 'ada@example.com',
      verified: true,
      name: 'Ada',
      picture: 'https://cdn.discordapp.com/avatars/80351110224678912/a_8342729096ea3675442027381ff50dfe.gif',
    },
  },
  {
    name: 'facebook',
    authorize: 'https://www.facebook.com/dialog/oauth',
    asks: { scope: 'email' },
    token: 'https://graph.facebook.com/oauth/access_token',
    secretIn: 'body',
    tokenAnswer: { expires_in: 5_183_944 },
    answers: {
      [`https://graph.facebook.com/me?fields=id,name,first_name,last_name,email,picture.width(256)&appsecret_proof=${PROOF}`]:
        {
          id: '10224',
          name: 'Ada',
          first_name: 'Ada',
          last_name: 'Lovelace',
          email: EMAIL,
          picture: {
            data: { height: 256, is_silhouette: false, url: 'https://platform-lookaside.fbsbx.com/ada' },
          },
        },
    },
    identity: {
      id: '10224',
      email: 'ada@example.com',
      verified: true,
      name: 'Ada',
      picture: 'https://platform-lookaside.fbsbx.com/ada',
    },
  },
  {
    name: 'figma',
    authorize: 'https://www.figma.com/oauth',
    asks: { scope: 'current_user:read', code_challenge_method: 'S256' },
    token: 'https://api.figma.com/v1/oauth/token',
    secretIn: 'header',
    pkce: true,
    tokenAnswer: { user_id_string: '11', refresh_token: 'again', expires_in: 7_776_000 },
    answers: {
      'https://api.figma.com/v1/me': {
        id: '11',
        email: EMAIL,
        handle: 'Ada',
        img_url: 'https://s3-alpha.figma.com/profile/ada',
      },
    },
    identity: {
      id: '11',
      email: 'ada@example.com',
      verified: true,
      name: 'Ada',
      picture: 'https://s3-alpha.figma.com/profile/ada',
    },
  },
  {
    name: 'github',
    authorize: 'https://github.com/login/oauth/authorize',
    asks: { scope: 'user:email', code_challenge_method: 'S256' },
    token: 'https://github.com/login/oauth/access_token',
    secretIn: 'body',
    pkce: true,
    tokenAnswer: { scope: 'user:email' },
    answers: {
      'https://api.github.com/user': {
        login: 'ada',
        id: 7,
        name: null,
        email: 'shown@example.com',
        avatar_url: 'https://avatars.githubusercontent.com/u/7',
      },
      'https://api.github.com/user/emails': [
        { email: 'old@example.com', primary: false, verified: true, visibility: null },
        { email: EMAIL, primary: true, verified: true, visibility: 'private' },
      ],
    },
    identity: {
      id: '7',
      email: 'ada@example.com',
      verified: true,
      name: 'ada',
      picture: 'https://avatars.githubusercontent.com/u/7',
    },
  },
  {
    name: 'kakao',
    authorize: 'https://kauth.kakao.com/oauth/authorize',
    asks: { scope: 'account_email profile_nickname profile_image' },
    token: 'https://kauth.kakao.com/oauth/token',
    secretIn: 'body',
    tokenAnswer: {
      refresh_token: 'again',
      expires_in: 43_199,
      refresh_token_expires_in: 5_184_000,
      scope: 'account_email',
    },
    answers: {
      'https://kapi.kakao.com/v2/user/me': {
        id: 123456789,
        connected_at: '2022-04-11T01:45:28Z',
        kakao_account: {
          profile: { nickname: 'Ada', profile_image_url: 'http://k.kakaocdn.test/ada.jpg' },
          has_email: true,
          is_email_valid: true,
          is_email_verified: true,
          email: EMAIL,
        },
      },
    },
    identity: {
      id: '123456789',
      email: 'ada@example.com',
      verified: true,
      name: 'Ada',
      picture: 'http://k.kakaocdn.test/ada.jpg',
    },
  },
  {
    name: 'notion',
    authorize: 'https://api.notion.com/v1/oauth/authorize',
    asks: { owner: 'user' },
    token: 'https://api.notion.com/v1/oauth/token',
    secretIn: 'header',
    tokenAnswer: { bot_id: 'b', workspace_name: 'Ada’s Notion', workspace_id: 'w' },
    headers: { 'notion-version': '2022-06-28' },
    answers: {
      'https://api.notion.com/v1/users/me': {
        object: 'user',
        id: '16d84278-0000-4000-8000-000000000001',
        name: 'The integration',
        type: 'bot',
        bot: {
          owner: {
            type: 'user',
            user: {
              object: 'user',
              id: '5389a034-0000-4000-8000-000000000001',
              name: 'Ada',
              avatar_url: 'https://s3.notion.test/ada.jpg',
              type: 'person',
              person: { email: EMAIL },
            },
          },
        },
      },
    },
    identity: {
      id: '5389a034-0000-4000-8000-000000000001',
      email: 'ada@example.com',
      verified: true,
      name: 'Ada',
      picture: 'https://s3.notion.test/ada.jpg',
    },
  },
  {
    name: 'spotify',
    authorize: 'https://accounts.spotify.com/authorize',
    asks: { scope: 'user-read-email', code_challenge_method: 'S256' },
    token: 'https://accounts.spotify.com/api/token',
    secretIn: 'header',
    pkce: true,
    tokenAnswer: { token_type: 'Bearer', scope: 'user-read-email', expires_in: 3600, refresh_token: 'again' },
    answers: {
      'https://api.spotify.com/v1/me': {
        id: 'ada',
        display_name: 'Ada',
        email: EMAIL,
        type: 'user',
        images: [{ url: 'https://i.scdn.test/ada', height: null, width: null }],
      },
    },
    identity: {
      id: 'ada',
      email: 'ada@example.com',
      verified: false,
      name: 'Ada',
      picture: 'https://i.scdn.test/ada',
    },
  },
  {
    name: 'twitch',
    authorize: 'https://id.twitch.tv/oauth2/authorize',
    asks: { scope: 'user:read:email' },
    token: 'https://id.twitch.tv/oauth2/token',
    secretIn: 'body',
    // The standard has one text for scopes.
    tokenAnswer: { expires_in: 14_124, refresh_token: 'again', scope: ['user:read:email'] },
    headers: { 'client-id': 'our-client' },
    answers: {
      'https://api.twitch.tv/helix/users': {
        data: [
          {
            id: '141981764',
            login: 'ada',
            display_name: 'Ada',
            type: '',
            broadcaster_type: 'partner',
            profile_image_url: 'https://static-cdn.jtvnw.test/ada.png',
            email: EMAIL,
          },
        ],
      },
    },
    identity: {
      id: '141981764',
      email: 'ada@example.com',
      verified: true,
      name: 'Ada',
      picture: 'https://static-cdn.jtvnw.test/ada.png',
    },
  },
  {
    name: 'workos',
    authorize: 'https://api.workos.com/sso/authorize',
    asks: {},
    token: 'https://api.workos.com/sso/token',
    secretIn: 'body',
    tokenAnswer: { token_type: undefined, profile: { object: 'profile', id: 'prof_1' } },
    answers: {
      'https://api.workos.com/sso/profile': {
        object: 'profile',
        id: 'prof_1',
        connection_id: 'conn_1',
        organization_id: 'org_1',
        connection_type: 'OktaSAML',
        email: EMAIL,
        first_name: 'Ada',
        last_name: 'Lovelace',
        raw_attributes: {},
      },
    },
    identity: { id: 'prof_1', email: 'ada@example.com', verified: true, name: 'Ada Lovelace', picture: '' },
  },
  {
    name: 'x',
    authorize: 'https://x.com/i/oauth2/authorize',
    asks: { scope: 'users.read users.email tweet.read offline.access', code_challenge_method: 'S256' },
    token: 'https://api.x.com/2/oauth2/token',
    secretIn: 'header',
    pkce: true,
    tokenAnswer: { expires_in: 7200, scope: 'users.read' },
    answers: {
      'https://api.x.com/2/users/me?user.fields=confirmed_email,name,profile_image_url,username': {
        data: {
          id: '2244994945',
          name: 'Ada',
          username: 'ada',
          profile_image_url: 'https://pbs.twimg.test/ada.jpg',
          confirmed_email: EMAIL,
        },
      },
    },
    identity: {
      id: '2244994945',
      email: 'ada@example.com',
      verified: true,
      name: 'Ada',
      picture: 'https://pbs.twimg.test/ada.jpg',
    },
  },
  {
    name: 'zoom',
    authorize: 'https://zoom.us/oauth/authorize',
    asks: { code_challenge_method: 'S256' },
    token: 'https://zoom.us/oauth/token',
    secretIn: 'header',
    pkce: true,
    tokenAnswer: { refresh_token: 'again', expires_in: 3599, scope: 'user:read:user' },
    answers: {
      'https://api.zoom.us/v2/users/me': {
        id: 'zJKyaiAyTNC-MWjiWC18KQ',
        first_name: 'Ada',
        last_name: 'Lovelace',
        display_name: 'Ada',
        email: EMAIL,
        type: 1,
        verified: 1,
        pic_url: 'https://zoom.test/ada',
      },
    },
    identity: {
      id: 'zJKyaiAyTNC-MWjiWC18KQ',
      email: 'ada@example.com',
      verified: true,
      name: 'Ada',
      picture: 'https://zoom.test/ada',
    },
  },
];
