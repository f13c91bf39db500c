import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyChange } from '../../../lib/saving/text-change.ts';
import { createDraftKeeper, LARGE_TEXT, SMALL_TEXT } from './draft-keeper.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A keeper and its storage: a whole text gets there at once, or when `arrive` is called. */
function open(lengthBefore: number, { isSlow = false, mayKeepChanges = true } = {}) {
  const wholes: string[] = [];
  let stored = '';
  let change: { base: string; after: string } | null = null;
  const arrivals: (() => void)[] = [];
  const keeper = createDraftKeeper(
    {
      keep(text) {
        wholes.push(text);
        keeper.keeping(text);
        const arrive = () => {
          stored = text;
          keeper.kept(text, true);
        };
        if (isSlow) arrivals.push(arrive);
        else arrive();
      },
      keepChange(base, made) {
        if (mayKeepChanges) change = { base, after: applyChange(base, made) };
        return mayKeepChanges;
      },
    },
    lengthBefore,
  );
  return {
    keeper,
    wholes,
    arrive: () => arrivals.shift()?.(),
    /** What somebody finds who comes back after the tab was killed at this moment. */
    found: () => (change !== null && change.base === stored ? change.after : stored),
  };
}

const large = (end: string) => `${'x'.repeat(SMALL_TEXT + 1)}${end}`;

describe('createDraftKeeper', () => {
  it('keeps a small text at every key', () => {
    const { keeper, wholes, found } = open(0);
    for (const text of ['s', 'se', 'sel']) {
      keeper.changed(() => text);
      expect(found()).toBe(text);
    }
    expect(wholes).toEqual(['s', 'se', 'sel']);
  });

  it('keeps every key of a large text, but the whole of it only once', () => {
    const { keeper, wholes, found } = open(SMALL_TEXT + 1);
    for (const end of ['a', 'ab', 'a', 'abc', '']) {
      keeper.changed(() => large(end));
      expect(found()).toBe(large(end));
    }
    vi.runAllTimers();
    expect(wholes).toEqual([large('a')]);
  });

  it('keeps every key without reading a large text again, when it is told what changed', () => {
    const { keeper, wholes, found } = open(SMALL_TEXT + 1);
    keeper.changed(() => large(''));
    const unread = () => expect.unreachable('The text was read.');
    keeper.changed(() => large('a'), {
      from: SMALL_TEXT + 1,
      to: SMALL_TEXT + 1,
      insert: 'a',
      lengthAfter: SMALL_TEXT + 2,
    });
    expect(found()).toBe(large('a'));
    keeper.changed(unread, {
      from: SMALL_TEXT + 2,
      to: SMALL_TEXT + 2,
      insert: 'b',
      lengthAfter: SMALL_TEXT + 3,
    });
    expect(found()).toBe(large('ab'));
    // Far from there: the whole once more.
    const elsewhere = `yy${large('ab').slice(1)}`;
    keeper.changed(() => elsewhere, { from: 0, to: 1, insert: 'yy', lengthAfter: SMALL_TEXT + 4 });
    expect(found()).toBe(elsewhere);
    expect(wholes).toHaveLength(2);
    // An edit of another text: read it.
    keeper.changed(() => large('abc'), { from: 0, to: 1, insert: '', lengthAfter: 7 });
    expect(found()).toBe(large('abc'));
  });

  it('loses nothing that is typed while a large text is on its way into storage', () => {
    const { keeper, arrive, found } = open(SMALL_TEXT + 1, { isSlow: true });
    keeper.changed(() => large('a'));
    keeper.changed(() => large('ab'));
    arrive();
    expect(found()).toBe(large('ab'));
    // Such as when a save begins.
    keeper.flush();
    keeper.changed(() => large('abc'));
    expect(found()).toBe(large('abc'));
    arrive();
    expect(found()).toBe(large('abc'));
  });

  it.each([
    ['a huge text', LARGE_TEXT + 1, true],
    ['a large one whose changes cannot be kept', SMALL_TEXT + 1, false],
  ])('keeps %s within 250 ms of the first key, even while typing goes on', (_, size, mayKeepChanges) => {
    const { keeper, wholes } = open(size, { mayKeepChanges });
    keeper.changed(() => 'x'.repeat(size));
    vi.advanceTimersByTime(250);
    const before = wholes.length;
    for (let typed = 1; typed <= 6; typed += 1) {
      keeper.changed(() => 'x'.repeat(size + typed));
      vi.advanceTimersByTime(100);
    }
    expect(wholes.slice(before).map((text) => text.length)).toEqual([size + 3, size + 6]);
  });

  it('keeps a large text at once when asked, and not a second time', () => {
    const { keeper, wholes } = open(LARGE_TEXT + 1);
    keeper.changed(() => large('a'));
    keeper.flush();
    keeper.flush();
    vi.runAllTimers();
    expect(wholes).toEqual([large('a')]);
  });

  it('keeps nothing of what was forgotten', () => {
    const { keeper, wholes, arrive } = open(SMALL_TEXT + 1, { isSlow: true });
    keeper.changed(() => large('a'));
    keeper.changed(() => large('ab'));
    keeper.forget();
    arrive();
    vi.runAllTimers();
    expect(wholes).toEqual([large('a')]);
    // What comes next has nothing in storage to build on.
    keeper.changed(() => large('abc'));
    expect(wholes).toEqual([large('a'), large('abc')]);
  });
});
