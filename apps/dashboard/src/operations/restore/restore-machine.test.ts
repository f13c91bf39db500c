import type { FreeLimitMember } from '@basalt/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { IDLE, type RestoreEvent, type RestoreState, restoreReducer } from './restore-machine.ts';

const member: FreeLimitMember = { username: 'ada', primary_email: 'ada@example.com', free_project_limit: 2 };
const checking: RestoreState = { at: 'checking' };
const blocked: RestoreState = { at: 'blocked', members: [member] };
const choosing: RestoreState = { at: 'choosing', choice: '17|ga' };
const starting: RestoreState = { at: 'starting', choice: '17|ga' };
const fresh: RestoreState = { at: 'choosing', choice: '' };

describe('restoreReducer', () => {
  test.each<[string, RestoreState, RestoreEvent, RestoreState]>([
    ['a press asks for the limit first', IDLE, { type: 'press', isPermitted: true }, checking],
    ['without permission nothing begins', IDLE, { type: 'press', isPermitted: false }, IDLE],
    ['a second press changes nothing', checking, { type: 'press', isPermitted: true }, checking],
    ['members over the limit stand in the way', checking, { type: 'checked', members: [member] }, blocked],
    ['nobody over the limit', checking, { type: 'checked', members: [] }, fresh],
    ['a failed check does not stand in the way', checking, { type: 'check-failed' }, fresh],
    ['leaving before the answer', checking, { type: 'cancel' }, IDLE],
    ['an answer that comes after leaving', IDLE, { type: 'checked', members: [member] }, IDLE],
    ['there is no way past the limit', blocked, { type: 'confirm' }, blocked],
    ['leaving the blocking dialog', blocked, { type: 'cancel' }, IDLE],
    [
      'another version',
      choosing,
      { type: 'choose', choice: '18|beta' },
      { at: 'choosing', choice: '18|beta' },
    ],
    ['confirming', choosing, { type: 'confirm' }, starting],
    ['leaving', choosing, { type: 'cancel' }, IDLE],
    ['what has started cannot be cancelled here', starting, { type: 'cancel' }, starting],
    ['nor changed', starting, { type: 'choose', choice: '18|beta' }, starting],
    ['nor confirmed twice', starting, { type: 'confirm' }, starting],
    ['accepted', starting, { type: 'accepted' }, IDLE],
    ['refused: the choice is still there', starting, { type: 'refused' }, choosing],
  ])('%s', (_, state, event, next) => expect(restoreReducer(state, event)).toEqual(next));

  test('nothing starts that was not checked and confirmed, in any order of events', () => {
    const event = fc.constantFrom<RestoreEvent>(
      { type: 'press', isPermitted: true },
      { type: 'press', isPermitted: false },
      { type: 'checked', members: [] },
      { type: 'checked', members: [member] },
      { type: 'check-failed' },
      { type: 'choose', choice: '15|ga' },
      { type: 'confirm' },
      { type: 'accepted' },
      { type: 'refused' },
      { type: 'cancel' },
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        let state: RestoreState = IDLE;
        for (const next of events) {
          const before: RestoreState = state;
          state = restoreReducer(before, next);
          if (state.at === 'starting' && before.at !== 'starting') {
            expect([before.at, next.type]).toEqual(['choosing', 'confirm']);
          }
          if (state.at === 'choosing' && before.at === 'checking') {
            expect(next).not.toEqual({ type: 'checked', members: [member] });
          }
          if (before.at === 'idle' && state.at !== 'idle') {
            expect(next).toEqual({ type: 'press', isPermitted: true });
          }
        }
      }),
    );
  });
});
