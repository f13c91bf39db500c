import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDraftKeeper } from './draft-keeper.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('createDraftKeeper', () => {
  it('keeps the newest text within 300 ms of the first key, even while typing goes on', () => {
    const kept: string[] = [];
    const keeper = createDraftKeeper((text) => kept.push(text));
    for (let typed = 1; typed <= 6; typed += 1) {
      keeper.changed(() => 'x'.repeat(typed));
      vi.advanceTimersByTime(100);
    }
    expect(kept).toEqual(['xxx', 'xxxxxx']);
  });

  it('keeps at once when asked, and not a second time', () => {
    const kept: string[] = [];
    const keeper = createDraftKeeper((text) => kept.push(text));
    keeper.changed(() => 'a');
    keeper.flush();
    keeper.flush();
    vi.runAllTimers();
    expect(kept).toEqual(['a']);
  });
});
