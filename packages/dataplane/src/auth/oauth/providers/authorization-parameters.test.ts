import { describe, expect, it } from 'vitest';
import { forwardedParameters, joinScopes, requestedScopes } from './authorization-parameters.ts';

describe('forwardedParameters', () => {
  it('hands on what is the business of the provider', () => {
    const forwarded = forwardedParameters({ prompt: 'consent', hd: 'example.com', provider: 'google' });
    expect(forwarded.toString()).toBe('prompt=consent&hd=example.com');
  });

  it.each([
    ['client_id', 'client_secret'],
    ['redirect_uri', 'Redirect_URI'],
    ['response_type', 'response_mode'],
    ['state', 'nonce'],
    ['scope', 'scopes'],
    ['code_challenge', 'code_challenge_method'],
    ['request', 'request_uri'],
    ['apikey', 'invite_token'],
  ])('keeps %s and %s for itself', (first, second) => {
    expect(forwardedParameters({ [first]: 'x', [second]: 'x' }).toString()).toBe('');
  });

  it('leaves out what is not one short text', () => {
    expect(forwardedParameters({ a: ['x', 'y'], b: 'x'.repeat(1001), c: undefined }).toString()).toBe('');
  });
});

describe('requestedScopes', () => {
  it('takes spaces and commas', () => {
    expect(requestedScopes('repo, gist  read:org')).toEqual(['repo', 'gist', 'read:org']);
  });

  it('drops what is no scope', () => {
    expect(requestedScopes('ok "bad" b\\d \u0000 é')).toEqual(['ok']);
    expect(requestedScopes(['a', 'b'])).toEqual([]);
    expect(requestedScopes(undefined)).toEqual([]);
  });
});

it('joinScopes says each scope once', () => {
  expect(joinScopes('openid email', ['email', 'groups'])).toBe('openid email groups');
});
