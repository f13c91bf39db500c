import { projectUrl } from '../../../lib/project-url.ts';
import type { Request } from './curl.ts';
import type { Json } from './javascript.ts';
import { AS_USER, commandTopic, type DocsProject, type Language, type Snippet, topic } from './snippet.ts';

const USER = { email: 'ada@example.com', password: 'a long password' };
const PHONE = '+491701234567';

/** Signing up, signing in, and what users do with their account. */
export function userManagementSnippets(project: DocsProject, language: Language): Snippet[] {
  const isJs = language === 'js';
  const url = `${projectUrl(project)}/auth/v1`;
  const key = `apikey: ${project.key}`;
  const post = (path: string, json: Json): Request => ({
    method: 'POST',
    url: `${url}${path}`,
    headers: [key],
    json,
  });
  const either = (title: string, text: readonly string[], js: string, request: Request) =>
    isJs ? topic(title, text, js) : commandTopic(title, text, request);
  return [
    topic('Introduction', [
      'Users are rows of auth.users. Whoever signs in gets a token, which travels with every request: policies tell by auth.uid() whose rows somebody may see.',
      isJs
        ? 'The client keeps the session and renews it by itself.'
        : 'Signing in returns an access_token. The snippets below expect it in the variable USER_TOKEN.',
    ]),
    either(
      'Sign up',
      [
        'A new user with an e-mail address. Unless addresses need no confirmation, a mail with a link is sent.',
      ],
      `const { data, error } = await client.auth.signUp({
  email: 'ada@example.com',
  password: 'a long password',
})`,
      post('/signup', USER),
    ),
    either(
      'Log in with email and password',
      ['The answer holds the user and a session.'],
      `const { data, error } = await client.auth.signInWithPassword({
  email: 'ada@example.com',
  password: 'a long password',
})`,
      post('/token?grant_type=password', USER),
    ),
    either(
      'Log in with magic link via email',
      ['A mail with a link that signs in, and with a code for where links cannot be opened.'],
      `const { data, error } = await client.auth.signInWithOtp({
  email: 'ada@example.com',
})`,
      post('/otp', { email: USER.email }),
    ),
    either(
      'Sign up with phone number and password',
      ['A code is sent by text message to confirm the number.'],
      `const { data, error } = await client.auth.signUp({
  phone: '${PHONE}',
  password: 'a long password',
})`,
      post('/signup', { phone: PHONE, password: USER.password }),
    ),
    either(
      'Log in via SMS OTP',
      ['A code by text message that signs in without a password.'],
      `const { data, error } = await client.auth.signInWithOtp({
  phone: '${PHONE}',
})`,
      post('/otp', { phone: PHONE }),
    ),
    either(
      'Verify an SMS OTP',
      ['The code that was sent, in exchange for a session.'],
      `const { data, error } = await client.auth.verifyOtp({
  phone: '${PHONE}',
  token: '123456',
  type: 'sms',
})`,
      post('/verify', { type: 'sms', phone: PHONE, token: '123456' }),
    ),
    either(
      'Log in with third party OAuth',
      [
        'Leads to the provider and back to your app. The provider must be switched on in the auth settings first.',
      ],
      `const { data, error } = await client.auth.signInWithOAuth({
  provider: 'github',
})`,
      {
        url: `${url}/authorize?provider=github`,
        headers: [],
        options: [`-s -o /dev/null -w '%{redirect_url}\\n'`],
      },
    ),
    either(
      'Get user',
      ['Who is signed in, as the server knows it.'],
      'const { data: { user }, error } = await client.auth.getUser()',
      { url: `${url}/user`, headers: [key], shellHeaders: AS_USER },
    ),
    either(
      'Forgot password',
      ['A mail with a link that leads back to your app, signed in, to choose a new password there.'],
      `const { data, error } = await client.auth.resetPasswordForEmail('ada@example.com')`,
      post('/recover', { email: USER.email }),
    ),
    either(
      'Update user',
      ['Each of these can be left out. A new address is confirmed by mail before it counts.'],
      `const { data, error } = await client.auth.updateUser({
  email: 'ada.lovelace@example.com',
  password: 'another long password',
  data: { name: 'Ada' },
})`,
      {
        method: 'PUT',
        url: `${url}/user`,
        headers: [key],
        shellHeaders: AS_USER,
        json: {
          email: 'ada.lovelace@example.com',
          password: 'another long password',
          data: { name: 'Ada' },
        },
      },
    ),
    either(
      'Log out',
      ['The session ends, here and on the server.'],
      'const { error } = await client.auth.signOut()',
      { method: 'POST', url: `${url}/logout`, headers: [key], shellHeaders: AS_USER },
    ),
    either(
      'Send a user an invite over email',
      ['Only from a server: it takes the secret key.'],
      `const { data, error } = await admin.auth.admin.inviteUserByEmail('grace@example.com')`,
      {
        method: 'POST',
        url: `${url}/invite`,
        headers: [],
        shellHeaders: ['apikey: $PROJECT_SECRET_KEY'],
        json: { email: 'grace@example.com' },
      },
    ),
  ];
}
