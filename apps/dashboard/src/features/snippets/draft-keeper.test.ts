import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDraftKeeper, SMALL_TEXT } from './draft-keeper.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('createDraftKeeper', () => {
  it('keeps a small text at every key', () => {
    const kept: string[] = [];
    const keeper = createDraftKeeper((text) => kept.push(text), 0);
    for (const text of ['s', 'se', 'sel']) keeper.changed(() => text);
    expect(kept).toEqual(['s', 'se', 'sel']);
  });

  it('keeps the newest of a large text within 250 ms of the first key, even while typing goes on', () => {
    const kept: number[] = [];
    const keeper = createDraftKeeper((text) => kept.push(text.length), SMALL_TEXT + 1);
    for (let typed = 1; typed <= 6; typed += 1) {
      keeper.changed(() => 'x'.repeat(SMALL_TEXT + typed));
      vi.advanceTimersByTime(100);
    }
    expect(kept).toEqual([SMALL_TEXT + 3, SMALL_TEXT + 6]);
  });

  it('keeps a large text at once when asked, and not a second time', () => {
    const kept: number[] = [];
    const keeper = createDraftKeeper((text) => kept.push(text.length), SMALL_TEXT + 1);
    keeper.changed(() => 'x'.repeat(SMALL_TEXT + 2));
    keeper.flush();
    keeper.flush();
    vi.runAllTimers();
    expect(kept).toEqual([SMALL_TEXT + 2]);
  });

  it('keeps nothing of what was forgotten', () => {
    const kept: string[] = [];
    const keeper = createDraftKeeper((text) => kept.push(text), SMALL_TEXT + 1);
    keeper.changed(() => 'x');
    keeper.forget();
    vi.runAllTimers();
    expect(kept).toEqual([]);
  });
});
