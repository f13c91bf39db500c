import { createHmac } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import type { Dependencies } from '../kernel/dependencies.ts';
import { hearOfPush } from './hear-of-push.ts';

const SECRET = 'the secret';
const body = Buffer.from('{"ref":"refs/heads/main"}');
const signature = createHmac('sha256', SECRET).update(body).digest('hex');

function listen(row: object | undefined) {
  const pushed = vi.fn();
  const query = { select: () => query, where: () => query, executeTakeFirst: async () => row };
  const dependencies = {
    db: { selectFrom: () => query },
    secrets: { open: () => SECRET },
    gitFollower: { pushed },
  } as unknown as Dependencies;
  const tell = (headers: Record<string, string>, id = '7') => hearOfPush(dependencies, id, { headers, body });
  return { pushed, tell };
}

test.each([
  ['GitHub', { 'x-hub-signature-256': `sha256=${signature}` }],
  ['Gitea', { 'x-gitea-signature': signature }],
  ['GitLab', { 'x-gitlab-token': SECRET }],
])('%s is heard', async (_, headers) => {
  const { tell, pushed } = listen({});
  await tell(headers);
  expect(pushed).toHaveBeenCalledWith(7);
});

test.each([
  {},
  { 'x-gitlab-token': 'another' },
  { 'x-gitlab-token': '' },
  { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` },
  { 'x-hub-signature-256': '', 'x-gitlab-token': SECRET },
])('who shows %j is not', async (headers) => {
  const { tell, pushed } = listen({});
  await expect(tell(headers as Record<string, string>)).rejects.toMatchObject({ code: 'unauthorized' });
  expect(pushed).not.toHaveBeenCalled();
});

test('a connection that is not there is no other than one whose secret is unknown', async () => {
  const right = { 'x-gitlab-token': SECRET };
  await expect(listen(undefined).tell(right)).rejects.toMatchObject({ code: 'unauthorized' });
  for (const id of ['0', '-1', '1e3', 'x', '9'.repeat(30)])
    await expect(listen({}).tell(right, id)).rejects.toMatchObject({ code: 'unauthorized' });
});
