import { readFile, writeFile } from 'node:fs/promises';
import { useTestCluster } from '@basalt/clusters/testing';
import { quoteLiteral } from '@basalt/sql';
import fc from 'fast-check';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect } from './connect.ts';
import { scramVerifier, setRolePassword } from './role-password.ts';

const cluster = useTestCluster({ kind: 'platform' });
const ROLE = 'Login "with" password';
let admin: Client;

beforeAll(async () => {
  admin = await connect(cluster.adminAddress);
  await admin.query('create role "Login ""with"" password" login');
  // The socket of a cluster trusts everybody; this role must prove itself.
  const { rows } = await admin.query('show hba_file');
  const rules = await readFile(rows[0].hba_file, 'utf8');
  await writeFile(rows[0].hba_file, `local all "Login ""with"" password" scram-sha-256\n${rules}`);
  await admin.query('select pg_reload_conf()');
});

afterAll(() => admin.end());

const login = async (password?: string) => {
  const client = await connect({
    ...cluster.adminAddress,
    user: ROLE,
    ...(password !== undefined && { password }),
  });
  await client.end();
};

describe('setRolePassword', () => {
  it.each([
    ['secret'],
    ['it\'s \\ "quoted"'],
    ['pässwörd'],
    ['pa\u0308ss'],
    ['密码🔥'],
    ['a\u00a0b\u00adc'],
    ['ﬁⅨ'],
  ])('lets the role in with %j and with nothing else', async (password) => {
    await setRolePassword(admin, ROLE, password);
    await vi.waitFor(() => expect(login(`${password}x`)).rejects.toMatchObject({ code: '28P01' }));
    await expect(login()).rejects.toMatchObject({ code: '28P01' });
    await login(password);
  });

  it('names a role that is not there', async () => {
    await expect(setRolePassword(admin, 'nobody', 'secret')).rejects.toMatchObject({
      name: 'QueryError',
      code: '42704',
    });
  });
});

describe('scramVerifier', () => {
  it('is what the server computes from the password itself', async () => {
    const password = fc.oneof(
      fc.string({ minLength: 1, unit: 'binary' }),
      fc.string({
        minLength: 1,
        unit: fc.constantFrom('a', 'é', 'e\u0301', '\u00a0', '\u00ad', 'ﬁ', '\u200b', 'ا', '🔥', '\u0007'),
      }),
    );
    await fc.assert(
      fc.asyncProperty(
        password.filter((text) => !text.includes('\0') && text.isWellFormed()),
        async (text) => {
          await admin.query(`alter role "Login ""with"" password" password ${quoteLiteral(text)}`);
          const { rows } = await admin.query(
            'select rolpassword as stored from pg_authid where rolname = $1',
            [ROLE],
          );
          const salt = Buffer.from(/:([^$]+)\$/.exec(rows[0].stored)?.[1] ?? '', 'base64');
          expect([rows[0].stored, 'refused']).toContain(verifierOrRefusal(text, salt));
        },
      ),
      { numRuns: 300 },
    );
  });
});

function verifierOrRefusal(password: string, salt: Buffer): string {
  try {
    return scramVerifier(password, salt);
  } catch (error) {
    if (error instanceof RangeError) return 'refused';
    throw error;
  }
}
