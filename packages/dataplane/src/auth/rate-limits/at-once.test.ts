import { expect, test } from 'vitest';
import { atOnce } from './at-once.ts';

test('so much of one project runs at once, and others are not kept waiting', async () => {
  const run = atOnce(2);
  const open = Promise.withResolvers<string>();
  const first = [run('a', () => open.promise), run('a', () => open.promise)];
  await expect(run('a', async () => 'third')).rejects.toMatchObject({
    code: 'over_request_rate_limit',
    retryAfter: 10,
  });
  expect(await run('b', async () => 'other')).toBe('other');
  open.reject(new Error('away'));
  await Promise.allSettled(first);
  expect(await run('a', async () => 'again')).toBe('again');
});
