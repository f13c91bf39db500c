import { describe, expect, it } from 'vitest';
import { withAppleName } from './apple-name.ts';

const answer = (user?: string) => ({
  redirectUri: '',
  state: '',
  verifier: '',
  parameters: new URLSearchParams(user === undefined ? {} : { user }),
});

describe('withAppleName', () => {
  it('reads the name from the form', () => {
    const user = '{"name":{"firstName":"Ada","lastName":"Lovelace"},"email":"evil@example.com"}';
    expect(withAppleName({ sub: '1' }, answer(user))).toEqual({ sub: '1', name: 'Ada Lovelace' });
  });

  it.each([undefined, '', '{', 'null', '{"name":{"firstName":{}}}'])('adds nothing for %j', (user) => {
    expect(withAppleName({ sub: '1' }, answer(user))).toEqual({ sub: '1' });
  });
});
