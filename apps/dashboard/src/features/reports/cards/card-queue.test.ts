import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CardQueueEvent, emptyQueue, MAX_RUNNING, nextQueue, refreshProgress } from './card-queue.ts';

const after = (...events: CardQueueEvent[]) => events.reduce(nextQueue, emptyQueue);
const near = (id: string) => ({ type: 'near', id }) as const;
const finished = (id: string) => ({ type: 'finished', id }) as const;

it('runs three cards at a time, in the order in which they came', () => {
  const queue = after(...['a', 'b', 'c', 'd', 'e'].map(near));
  expect(queue.running).toEqual(['a', 'b', 'c']);
  expect(nextQueue(queue, finished('b')).running).toEqual(['a', 'c', 'd']);
});

it('runs a card that comes near again only once', () => {
  expect(after(near('a'), finished('a'), near('a')).runs).toEqual({ a: 1 });
});

it('counts a refresh of all cards, those out of sight too', () => {
  const refreshing = after(near('a'), finished('a'), { type: 'refresh', ids: ['a', 'b', 'c', 'd'] });
  expect(refreshProgress(refreshing)).toEqual({ done: 0, total: 4 });
  const half = [finished('a'), finished('c')].reduce(nextQueue, refreshing);
  expect(refreshProgress(half)).toEqual({ done: 2, total: 4 });
  expect(half.runs).toEqual({ a: 2, b: 1, c: 1, d: 1 });
  expect(refreshProgress([finished('b'), finished('d')].reduce(nextQueue, half))).toBeNull();
});

it('runs a running card again after it has finished', () => {
  const queue = after(near('a'), { type: 'refresh', ids: ['a'] });
  expect(queue.runs).toEqual({ a: 1 });
  const again = nextQueue(queue, finished('a'));
  expect(again.runs).toEqual({ a: 2 });
  expect(refreshProgress(again)).toEqual({ done: 0, total: 1 });
});

it('does not wait for a card that was removed', () => {
  const queue = after({ type: 'refresh', ids: ['a', 'b'] }, finished('a'), { type: 'removed', id: 'b' });
  expect(refreshProgress(queue)).toBeNull();
});

it('never runs more than three, and never a card beside itself', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
  const event = fc.oneof(
    fc.record({ type: fc.constantFrom('near', 'again', 'finished', 'removed'), id }),
    fc.record({ type: fc.constant('refresh' as const), ids: fc.uniqueArray(id) }),
  ) as fc.Arbitrary<CardQueueEvent>;
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      const { running } = after(...events);
      expect(running.length).toBeLessThanOrEqual(MAX_RUNNING);
      expect(new Set(running).size).toBe(running.length);
    }),
  );
});
