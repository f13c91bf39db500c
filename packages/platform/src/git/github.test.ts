import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOutgoing, REAL_CLOCK, readAllowed } from '@basalt/network';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askGithub } from './github.ts';

const outgoing = createOutgoing({
  allowed: readAllowed('127.0.0.1'),
  clock: { ...REAL_CLOCK, hold: async () => {} },
});
const HASH = 'a'.repeat(40);
let answer: { status: number; body: unknown };
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(`${request.headers.authorization} ${request.url}`);
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

const ask = () =>
  askGithub(
    outgoing,
    {
      api: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      repository: 'acme/app',
      token: 'secret',
    },
    'feature/a#b',
    new AbortController().signal,
  );

test('a branch has a commit', async () => {
  answer = { status: 200, body: { name: 'feature/a#b', commit: { sha: HASH } } };
  expect(await ask()).toBe(HASH);
  expect(asked).toEqual(['Bearer secret /repos/acme/app/branches/feature/a%23b']);
});

test('a repository without the branch is told from one that is gone', async () => {
  answer = { status: 404, body: { message: 'Branch not found' } };
  expect(await ask()).toBeNull();
  answer = { status: 404, body: { message: 'Not Found' } };
  await expect(ask()).rejects.toMatchObject({ problem: 'not_found' });
});

test.each([
  [401, 'unauthorized'],
  [403, 'unauthorized'],
  [429, 'unauthorized'],
  [500, 'unreachable'],
  [200, 'unreachable'],
])('%i is %s', async (status, problem) => {
  answer = { status, body: { message: 'no' } };
  await expect(ask()).rejects.toMatchObject({ problem });
});
