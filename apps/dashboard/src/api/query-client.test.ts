import { ORPCError } from '@orpc/client';
import { afterEach, expect, test, vi } from 'vitest';
import { mayPass, queryClient, whenSignedOut } from './query-client.ts';

afterEach(() => {
  whenSignedOut(() => {});
  queryClient.clear();
});

test('a session that is over is told once by queries until a call succeeds, and each time by a person', async () => {
  const told = vi.fn();
  whenSignedOut(told);
  const refuse = () =>
    Promise.reject(
      new ORPCError('unauthorized', { status: 401, data: { code: 'unauthorized', message: '' } }),
    );
  const ask = (queryFn: () => Promise<unknown>) =>
    queryClient.fetchQuery({ queryKey: ['asked'], queryFn, staleTime: 0 }).catch(() => undefined);
  const act = (mutationFn: () => Promise<unknown>) =>
    queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn })
      .execute(undefined)
      .catch(() => undefined);

  await ask(refuse);
  await ask(refuse);
  expect(told).toHaveBeenCalledTimes(1);
  await act(refuse);
  await act(refuse);
  expect(told).toHaveBeenCalledTimes(3);
  await ask(refuse);
  expect(told).toHaveBeenCalledTimes(3);
  await ask(() => Promise.resolve('known again'));
  await ask(refuse);
  expect(told).toHaveBeenCalledTimes(4);
});

const failure = (status: number, message: string) =>
  new ORPCError('failed', { status, data: { code: 'internal', message } });

test.each([
  ['a server that fails', failure(500, 'Something went wrong.'), 2],
  ['a line that breaks', new TypeError('Failed to fetch'), 2],
  ['a refusal', failure(403, 'You may not.'), 0],
])('after %s is asked again so often', (_what, error, times) => {
  let failures = 0;
  while (failures < 10 && mayPass(failures, error)) failures += 1;
  expect(failures).toBe(times);
});
