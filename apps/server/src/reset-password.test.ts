import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { makeResetLink } from './reset-password.ts';

it.each([
  [
    'postgresql://basalt@127.0.0.1:1/basalt',
    /^The database of DATABASE_URL does not answer \(ECONNREFUSED\)\./,
  ],
  ['postgresql://[', /^DATABASE_URL cannot be read\./],
])('a reset link says what is wrong with DATABASE_URL', async (databaseUrl, sentence) => {
  const config = { ...readConfig({}), databaseUrl };
  const link = makeResetLink(config, { path: '/nowhere', logs: '/nowhere' }, 'ada@example.com');
  await expect(link).rejects.toMatchObject({ name: 'ConfigError', message: expect.stringMatching(sentence) });
});
