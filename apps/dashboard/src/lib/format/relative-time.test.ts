import { describe, expect, it } from 'vitest';
import { relativeTime } from './relative-time.ts';

const NOW = Date.UTC(2026, 0, 15, 12);

describe('relativeTime', () => {
  it.each([
    [0, 'just now'],
    [59, 'just now'],
    [60, '1 minute ago'],
    [3_599, '59 minutes ago'],
    [3_600, '1 hour ago'],
    [86_400, 'yesterday'],
    [2 * 86_400, '2 days ago'],
    [8 * 86_400, 'last week'],
    [400 * 86_400, 'last year'],
    [-120, 'in 2 minutes'],
  ])('%d seconds ago is %j', (seconds, text) => {
    expect(relativeTime(NOW - seconds * 1000, NOW)).toBe(text);
  });
});
