import { describe, expect, test } from 'vitest';
import { connectionUri, psqlCommand } from './connection-strings.ts';

const where = { host: '127.0.0.1', port: 54321, user: 'postgres', database: 'postgres' };

describe('connectionUri', () => {
  test('asks for the password when it is hidden', () =>
    expect(connectionUri(where, null)).toBe(
      'postgresql://postgres:[YOUR-PASSWORD]@127.0.0.1:54321/postgres',
    ));

  test('brackets an IPv6 address', () =>
    expect(connectionUri({ ...where, host: '::1' }, null)).toContain('@[::1]:54321/'));

  test.each(['p@ss:w/rd?#', 'white space', '100%', 'ü[]', "it's $HOME `id` \\"])(
    'gives %s back when it is read again',
    (password) => {
      const uri = connectionUri(where, password);
      const url = new URL(uri);
      expect(decodeURIComponent(url.password)).toBe(password);
      expect(url.hostname).toBe('127.0.0.1');
      expect(url.pathname).toBe('/postgres');
      expect(uri).not.toMatch(/['"`$\\]/);
    },
  );
});

describe('psqlCommand', () => {
  test('is ready to be pasted', () =>
    expect(psqlCommand(where)).toBe('psql -h 127.0.0.1 -p 54321 -U postgres -d postgres'));

  test('quotes what a shell would read', () =>
    expect(psqlCommand({ ...where, database: "it's; rm" })).toBe(
      `psql -h 127.0.0.1 -p 54321 -U postgres -d 'it'\\''s; rm'`,
    ));
});
