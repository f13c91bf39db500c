import { expect, it } from 'vitest';
import { fromFirebase, isOfFirebase } from './from-firebase.ts';

const PARAMETERS = { signerKey: 'c2lnbmVy', saltSeparator: 'Bw==', rounds: '8', memoryCost: '14' };

it('writes a user of Firebase as an import has them', () => {
  const user = {
    localId: 'x1',
    email: 'a@example.com',
    emailVerified: true,
    passwordHash: 'a-_b',
    salt: 'c2Fs',
    displayName: 'Ann',
    createdAt: '1580702706000',
  };
  expect(isOfFirebase(user)).toBe(true);
  expect(fromFirebase(user, PARAMETERS)).toEqual({
    email: 'a@example.com',
    email_confirm: true,
    password_hash: '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=c2lnbmVy$c2Fs$a+/b',
    created_at: '2020-02-03T04:05:06.000Z',
    user_metadata: { full_name: 'Ann' },
    app_metadata: { firebase_id: 'x1' },
  });
  expect(fromFirebase({ ...user, salt: undefined }, PARAMETERS)).not.toHaveProperty('password_hash');
  expect(isOfFirebase({ email: 'a@example.com' })).toBe(false);
});
