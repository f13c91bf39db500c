import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rateLimits } from './rate-limits.ts';

const clock = { ms: 0 };
const limits = () => {
  clock.ms = Date.UTC(2031, 0, 1);
  return rateLimits(() => new Date(clock.ms));
};

test('lets as many through as the limit says, per key', () => {
  const { take } = limits();
  const answers = ['a', 'a', 'a', 'b'].map((key) => take(key, 2, 60));
  expect(answers).toEqual([null, null, expect.any(Number), null]);
});

test('lets more through little by little', () => {
  const { take } = limits();
  for (let count = 0; count < 10; count += 1) take('a', 10, 100);
  clock.ms += 100_000;
  expect(take('a', 10, 100)).not.toBeNull();
  clock.ms += 50_000;
  const passed = Array.from({ length: 10 }, () => take('a', 10, 100)).filter((wait) => wait === null);
  expect(passed).toHaveLength(5);
  clock.ms += 1_000_000;
  expect(take('a', 10, 100)).toBeNull();
});

test('what is given back can be taken again, in the next window too', () => {
  const { take, giveBack } = limits();
  giveBack('a', 60);
  const passed = () =>
    Array.from({ length: 5 }, () => take('a', 3, 60)).filter((wait) => wait === null).length;
  expect(passed()).toBe(3);
  giveBack('a', 60);
  expect(passed()).toBe(1);
  clock.ms += 60_000;
  giveBack('a', 60);
  expect(passed()).toBe(1);
});

test('a project that makes up keys without end forgets its own, and nothing of others', () => {
  const { take } = limits();
  for (const key of ['victim a', 'flood a']) take(key, 1, 60);
  for (let count = 0; count < 30_000; count += 1) take(`flood ${count}`, 1, 60);
  expect(take('victim a', 1, 60)).not.toBeNull();
  expect(take('flood a', 1, 60)).toBeNull();
});

test('a limit of nothing lets nothing through', () => {
  expect(limits().take('a', 0, 60)).toBeGreaterThan(0);
});

test('after the time it names, one more passes; before it none does', () => {
  const event = fc.record({ pause: fc.integer({ min: 0, max: 40_000 }), limit: fc.constant(7) });
  fc.assert(
    fc.property(fc.array(event, { minLength: 1, maxLength: 20 }), (events) => {
      const { take } = limits();
      for (const { pause, limit } of events) {
        clock.ms += pause;
        const wait = take('a', limit, 60);
        if (wait === null) continue;
        if (wait > 1) {
          clock.ms += (wait - 1) * 1000 - 1;
          expect(take('a', limit, 60)).not.toBeNull();
          clock.ms += 1001;
        } else clock.ms += 1000;
        expect(take('a', limit, 60)).toBeNull();
      }
    }),
  );
});
