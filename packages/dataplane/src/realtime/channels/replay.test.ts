import { expect, test } from 'vitest';
import { Replay } from './replay.ts';

const frame = (text: string) => Buffer.from(text);

test('what comes during a replay follows it, and nothing is heard twice, however late the stream is', () => {
  const replay = new Replay();
  expect(replay.mayPass(frame('before'), 'before')).toBe(true);
  replay.begin();
  expect(['a', 'b', null].map((id) => replay.mayPass(frame(String(id)), id))).toEqual([false, false, false]);
  expect(replay.end(['a', 'late']).map(String)).toEqual(['b', 'null']);
  expect(['late', 'c', null].map((id) => replay.mayPass(frame(String(id)), id))).toEqual([false, true, true]);
});

test('what waits has a bound in bytes', () => {
  const replay = new Replay();
  replay.begin();
  const large = Buffer.alloc(5 * 1024 * 1024);
  expect([replay.mayPass(large, 'a'), replay.mayPass(large, 'b')]).toEqual([false, true]);
});
