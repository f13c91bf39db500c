import { expect, it } from 'vitest';
import { FileProblem, readUsers } from './read-users.ts';

async function read(text: string): Promise<unknown[]> {
  const rows = [];
  for await (const row of readUsers(new Blob([text]))) rows.push(row);
  return rows;
}

it('reads CSV by the names of its first line', async () => {
  const text =
    '\uFEFFemail,email_confirm,user_metadata,name\r\n"a@example.com",TRUE,"{""team"": ""a, b""}","x\ny"\r\n\r\nb@example.com,maybe\n';
  expect(await read(text)).toEqual([
    {
      line: 2,
      user: { email: 'a@example.com', email_confirm: true, user_metadata: { team: 'a, b' }, name: 'x\ny' },
    },
    { line: 5, user: { email: 'b@example.com', email_confirm: 'maybe' } },
  ]);
});

it.each([
  '[{"email": "a}{@example.com", "user_metadata": {"a": [{}]}}, {"email": "b\\"@example.com"}]',
  '{"email": "a}{@example.com", "user_metadata": {"a": [{}]}}\n{"email": "b\\"@example.com"}\n',
  ' {"users": [{"email": "a}{@example.com", "user_metadata": {"a": [{}]}},{"email": "b\\"@example.com"}]}',
])('reads JSON: %#', async (text) => {
  expect(await read(text)).toEqual([
    { line: 1, user: { email: 'a}{@example.com', user_metadata: { a: [{}] } } },
    { line: 2, user: { email: 'b"@example.com' } },
  ]);
});

it('reads a file that comes in any pieces', async () => {
  const users = Array.from({ length: 2_000 }, (_, place) => ({
    email: `${place}@example.com`,
    note: 'ä"{}'.repeat(20),
  }));
  expect(await read(JSON.stringify(users))).toEqual(users.map((user, place) => ({ line: place + 1, user })));
});

it.each(['name,age\nx,1', 'email\n"a@example.com', '[{"email": "a"', '[{"email": }]'])(
  'refuses %j',
  async (text) => {
    await expect(read(text)).rejects.toThrow(FileProblem);
  },
);
