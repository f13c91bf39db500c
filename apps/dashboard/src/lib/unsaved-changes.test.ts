import { afterEach, describe, expect, test } from 'vitest';
import { type Departure, guardChanges, question } from './unsaved-changes.ts';

const going = (to: string) =>
  ({ currentLocation: { pathname: '/a' }, nextLocation: { pathname: to } }) as Departure;
const elsewhere = going('/b');
const samePage = going('/a');

/** A history that knows who blocks it. */
function fakeHistory() {
  const blockers = new Set<(departure: Departure) => boolean | Promise<boolean>>();
  return {
    blockers,
    block: ({ blockerFn }: { blockerFn: (departure: Departure) => boolean | Promise<boolean> }) => {
      blockers.add(blockerFn);
      return () => void blockers.delete(blockerFn);
    },
    /** True when nothing keeps it. */
    async leave(departure: Departure): Promise<boolean> {
      for (const blocker of blockers) if (await blocker(departure)) return false;
      return true;
    },
  };
}

describe('unsaved changes', () => {
  const ends: Array<() => void> = [];
  const guard = (history: ReturnType<typeof fakeHistory>, id = 'form') => {
    const end = guardChanges(history, id);
    ends.push(end);
    return end;
  };
  afterEach(() => {
    for (const end of ends.splice(0)) end();
  });

  test.each([
    ['kept', false],
    ['discarded', true],
  ])('are %s as is said', async (_, leaves) => {
    const history = fakeHistory();
    guard(history);
    const left = history.leave(elsewhere);
    question.get()?.answer(leaves);
    expect(await left).toBe(leaves);
    expect(question.get()).toBeNull();
  });

  test('nobody asks on the same page, or when they are saved', async () => {
    const history = fakeHistory();
    const end = guard(history);
    expect(await history.leave(samePage)).toBe(true);
    end();
    expect(await history.leave(elsewhere)).toBe(true);
    expect(history.blockers.size).toBe(0);
  });

  test('nobody asks where the changes stay', async () => {
    const history = fakeHistory();
    ends.push(guardChanges(history, 'tables', '/b/editor'));
    expect(await history.leave(going('/b/editor/12'))).toBe(true);
    expect(await history.leave(going('/b/editor'))).toBe(true);
    const left = history.leave(going('/b/editors'));
    question.get()?.answer(false);
    expect(await left).toBe(false);
    guard(history);
    const alsoLeft = history.leave(going('/b/editor'));
    question.get()?.answer(false);
    expect(await alsoLeft).toBe(false);
  });

  test('of several forms are asked about once', async () => {
    const history = fakeHistory();
    guard(history, 'first');
    const end = guard(history, 'second');
    expect(history.blockers.size).toBe(1);
    end();
    expect(history.blockers.size).toBe(1);
    const left = history.leave(elsewhere);
    expect(question.get()?.formId).toBe('first');
    question.get()?.answer(true);
    expect(await left).toBe(true);
  });

  test('of a form that is asked about can be saved meanwhile, and the others are still not lost', async () => {
    const history = fakeHistory();
    const end = guard(history, 'first');
    guard(history, 'second');
    const left = history.leave(elsewhere);
    end();
    expect(question.get()?.formId).toBe('second');
    question.get()?.answer(false);
    expect(await left).toBe(false);
    expect(question.get()).toBeNull();
  });

  test('another way out takes the place of the first', async () => {
    const history = fakeHistory();
    guard(history);
    const first = history.leave(elsewhere);
    const second = history.leave(elsewhere);
    expect(await first).toBe(false);
    question.get()?.answer(true);
    expect(await second).toBe(true);
  });

  test('a form that goes by itself holds nobody back', async () => {
    const history = fakeHistory();
    const end = guard(history);
    const left = history.leave(elsewhere);
    end();
    expect(await left).toBe(true);
  });
});
