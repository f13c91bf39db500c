import { expect, test } from 'vitest';
import { ResultRooms } from './result-rooms.ts';

test('one project has its share, all together have theirs, and what is given back is there again', () => {
  const rooms = new ResultRooms({ maxBytes: 100, maxProjectBytes: 60 });
  const [a, b] = [rooms.of('a'), rooms.of('b')];
  expect([a.take(60), a.take(1), b.take(41), b.take(40)]).toEqual([true, false, false, true]);
  a.give(60);
  expect([b.take(21), b.take(20), a.take(40), a.take(1)]).toEqual([false, true, true, false]);
  // Whoever asks anew for the same project shares what it has.
  expect(rooms.of('b').take(1)).toBe(false);
});
