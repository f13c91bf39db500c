import { expect, test } from 'vitest';
import { groupMessages } from './message-groups.ts';

const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => ({ id: `m${first + n}` }));
const shape = (groups: { id: string }[][]) => groups.map(([first, ...rest]) => [first?.id, rest.length + 1]);

test('messages stay in their groups while others come before and after them', () => {
  const starts = new Set<string>();
  expect(groupMessages([], starts)).toEqual([]);
  expect(shape(groupMessages(from(50, 75), starts))).toEqual([
    ['m50', 20],
    ['m70', 6],
  ]);
  expect(shape(groupMessages(from(25, 92), starts))).toEqual([
    ['m25', 20],
    ['m45', 5],
    ['m50', 20],
    ['m70', 20],
    ['m90', 3],
  ]);
  // What was said after a message that is written anew is dropped.
  expect(shape(groupMessages(from(25, 51), starts))).toEqual([
    ['m25', 20],
    ['m45', 5],
    ['m50', 2],
  ]);
});
