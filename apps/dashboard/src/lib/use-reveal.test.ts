import { expect, test } from 'vitest';
import { HIDDEN, type RevealEvent, type RevealState, revealReducer } from './use-reveal.ts';

const arrived: RevealEvent = { type: 'arrived', text: 'sb_secret_x' };
const [reveal, hide, failed] = (['reveal', 'hide', 'failed'] as const).map((type) => ({ type })) as [
  RevealEvent,
  RevealEvent,
  RevealEvent,
];

test.each<[string, RevealEvent[], RevealState['is']]>([
  ['asked for', [reveal], 'fetching'],
  ['there', [reveal, arrived], 'shown'],
  ['cleared again', [reveal, arrived, hide], 'hidden'],
  ['shown a second time', [reveal, arrived, hide, reveal, arrived], 'shown'],
  ['hidden before it came', [reveal, hide, arrived], 'hidden'],
  ['not to be had', [reveal, failed], 'hidden'],
  ['not to be had, tried again', [reveal, failed, reveal, arrived], 'shown'],
  ['never asked for', [arrived], 'hidden'],
  ['asked for twice', [reveal, reveal, arrived, reveal], 'shown'],
])('%s', (_, events, expected) => {
  expect(events.reduce(revealReducer, HIDDEN).is).toBe(expected);
});

test('nothing of the secret stays in a state that does not show it', () => {
  const state = [reveal, arrived, hide].reduce(revealReducer, HIDDEN);
  expect(JSON.stringify(state)).not.toContain('sb_secret_x');
});
