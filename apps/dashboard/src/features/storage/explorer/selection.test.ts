import { describe, expect, it } from 'vitest';
import { keepShown, NOTHING, type Selection, type SelectionEvent, select } from './selection.ts';

const ORDER = ['a', 'b', 'c', 'd', 'e'];
const after = (...events: SelectionEvent[]): Selection =>
  events.reduce((state, event) => select(state, event, ORDER), NOTHING);
const chosen = (state: Selection) => [...state.chosen].sort().join('');

describe('select', () => {
  it.each<[string, SelectionEvent[], string, string | null]>([
    ['moving chooses nothing', [{ type: 'moved', to: 'b', extend: false }], '', 'b'],
    [
      'shift chooses what lies between, and less on the way back',
      [
        { type: 'moved', to: 'b', extend: false },
        { type: 'moved', to: 'c', extend: true },
        { type: 'moved', to: 'd', extend: true },
        { type: 'moved', to: 'c', extend: true },
      ],
      'bc',
      'c',
    ],
    [
      'a range goes upwards too',
      [
        { type: 'toggled', path: 'd' },
        { type: 'extended', to: 'b' },
      ],
      'bcd',
      'b',
    ],
    [
      'single ones come and go',
      [
        { type: 'toggled', path: 'a' },
        { type: 'toggled', path: 'c' },
        { type: 'toggled', path: 'a' },
      ],
      'c',
      'a',
    ],
    ['all', [{ type: 'all' }], 'abcde', null],
    ['none', [{ type: 'all' }, { type: 'cleared' }], '', null],
  ])('%s', (_, events, expected, active) => {
    const state = after(...events);
    expect([chosen(state), state.active]).toEqual([expected, active]);
  });

  it('forgets what is not shown any more', () => {
    const state = after({ type: 'toggled', path: 'a' }, { type: 'toggled', path: 'c' });
    const left = keepShown(state, ['a', 'b']);
    expect([chosen(left), left.active]).toEqual(['a', null]);
    expect(keepShown(left, ORDER)).toBe(left);
  });
});
