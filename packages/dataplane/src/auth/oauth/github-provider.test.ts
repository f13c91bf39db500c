import { describe, expect, it } from 'vitest';
import { githubProfile } from './github-provider.ts';

const USER = {
  id: 7,
  login: 'ada',
  name: null,
  avatar_url: 'https://a.example/7.png',
  email: 'shown@example.com',
};
const API = 'https://api.github.com';

describe('githubProfile', () => {
  it('takes the primary address and whether it is verified', () => {
    const emails = [
      { email: 'old@example.com', primary: false, verified: true },
      { email: 'Ada@Example.com', primary: true, verified: true },
    ];
    const profile = githubProfile(USER, emails, API);
    expect(profile).toMatchObject({ subject: '7', email: 'ada@example.com', emailVerified: true });
    expect(profile.data).toEqual({
      iss: API,
      sub: '7',
      name: 'ada',
      full_name: 'ada',
      preferred_username: 'ada',
      user_name: 'ada',
      avatar_url: 'https://a.example/7.png',
      email: 'ada@example.com',
      provider_id: '7',
      email_verified: true,
      phone_verified: false,
    });
  });

  it('does not trust the address that the profile shows', () => {
    expect(githubProfile(USER, [], API)).toMatchObject({ email: null, emailVerified: false });
  });

  it('says when the primary address is not verified', () => {
    const emails = [{ email: 'a@example.com', primary: true, verified: false }];
    expect(githubProfile(USER, emails, API)).toMatchObject({ email: 'a@example.com', emailVerified: false });
  });

  it('refuses an answer without an id', () => {
    expect(() => githubProfile({ message: 'Bad credentials' }, [], API)).toThrow('who the person is');
  });
});
