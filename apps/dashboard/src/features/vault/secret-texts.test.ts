import { expect, test } from 'vitest';
import { readingSql } from './secret-texts.ts';

test.each([
  ['mail', `name = 'mail';`],
  [`o'n"e`, `name = 'o''n"e';`],
  [null, `id = '7';`],
])('the statement that reads a secret called %s', (name, end) => {
  expect(readingSql({ id: '7', name })).toBe(
    `select decrypted_secret from vault.decrypted_secrets where ${end}`,
  );
});
