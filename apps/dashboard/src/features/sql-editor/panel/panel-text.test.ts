// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPanelText } from './panel-text.ts';

const REF = 'abcdefghijklmnopqrst';

beforeEach(() => localStorage.clear());
afterEach(() => void vi.useRealTimers());

describe('openPanelText', () => {
  it('keeps every key at once: a killed tab runs no timer', () => {
    const text = openPanelText(REF);
    for (const typed of ['s', 'se', 'sel']) {
      text.changed(() => typed);
      expect(openPanelText(REF).initial).toBe(typed);
    }
  });

  it('keeps a large text a moment after the first of several keys', () => {
    vi.useFakeTimers();
    const text = openPanelText(REF);
    const large = 'x'.repeat(100_000);
    text.changed(() => large);
    text.changed(() => `${large}y`);
    expect(openPanelText(REF).initial).toBe(large);
    vi.advanceTimersByTime(250);
    expect(openPanelText(REF).initial).toBe(`${large}y`);
  });
});
