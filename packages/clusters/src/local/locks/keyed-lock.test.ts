import { expect, test } from 'vitest';
import { KeyedLock } from './keyed-lock.ts';

test('tasks of one key run in order, also after one that failed; other keys do not wait', async () => {
  const lock = new KeyedLock();
  const events: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = lock.run('a', async () => {
    await gate.promise;
    events.push('first');
    throw new Error('no');
  });
  const second = lock.run('a', async () => void events.push('second'));
  await lock.run('b', async () => void events.push('other key'));
  gate.resolve();
  await expect(first).rejects.toThrow('no');
  await second;
  expect(events).toEqual(['other key', 'first', 'second']);
});
