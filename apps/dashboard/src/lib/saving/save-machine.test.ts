import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nextSaveState, type SaveEvent, type SaveState, savedState, saveStatus } from './save-machine.ts';

const after = (...events: SaveEvent<string>[]): SaveState<string> =>
  events.reduce(nextSaveState<string>, savedState<string>(3));

const changed = { type: 'changed' } as const;
const due = { type: 'due' } as const;
const saved = { type: 'saved', version: 4 } as const;
const failed = { type: 'failed', error: 'no network' } as const;
const conflicted = { type: 'conflicted', current: 'theirs' } as const;

it.each<[string, SaveEvent<string>[], Partial<SaveState<string>>]>([
  ['waits after a change', [changed], { phase: 'waiting', isChanged: true }],
  ['saves when it is due', [changed, due], { phase: 'saving', isChanged: false }],
  ['has nothing to save without a change', [due], { phase: 'idle' }],
  ['is done once the server has it', [changed, due, saved], { phase: 'idle', version: 4 }],
  ['waits again for what came meanwhile', [changed, due, changed, saved], { phase: 'waiting', version: 4 }],
  ['keeps what could not be saved', [changed, due, failed], { phase: 'failed', isChanged: true, version: 3 }],
  ['tries again', [changed, due, failed, due], { phase: 'saving', error: null }],
  ['stops at a conflict', [changed, due, conflicted, changed, due], { phase: 'conflict', current: 'theirs' }],
  ['goes on with theirs', [changed, due, conflicted, { type: 'settled', version: 9 }], savedState(9)],
])('%s', (_, events, expected) => {
  expect(after(...events)).toMatchObject(expected);
});

it('says saved only when nothing is left to save', () => {
  const event = fc.constantFrom<SaveEvent<string>>(changed, due, saved, failed, conflicted);
  fc.assert(
    fc.property(fc.array(event, { maxLength: 20 }), (events) => {
      const state = after(...events);
      if (saveStatus(state) === 'IDLE') expect(state.isChanged).toBe(false);
      if (state.phase === 'conflict') expect(state.isChanged).toBe(true);
    }),
  );
});
