import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  NO_RESTORE,
  type RestoreEvent,
  type RestoreState,
  type RestoreTarget,
  restoreReducer,
} from './restore-machine.ts';

const backup: RestoreTarget = { kind: 'backup', id: 4, at: 0, bytes: 9_000 };
const kept: RestoreTarget = { kind: 'kept', id: 'op', at: 0, engine: '17' };
const project = { ref: 'a'.repeat(20), name: 'Quarry restored' };
const inPlace: RestoreEvent = { type: 'want', way: 'in-place', target: backup };
const asNew: RestoreEvent = { type: 'want', way: 'new-project', target: backup };
const start: RestoreEvent = { type: 'start' };
const refuse: RestoreEvent = { type: 'refuse', message: 'The disk is full.' };
const cancel: RestoreEvent = { type: 'cancel' };
const create: RestoreEvent = { type: 'create', project };
const after = (...events: RestoreEvent[]): RestoreState => events.reduce(restoreReducer, NO_RESTORE);

describe('restoreReducer', () => {
  test.each<[string, RestoreEvent[], Partial<RestoreState>]>([
    ['asks', [inPlace], { step: 'asking', way: 'in-place', target: backup }],
    ['is left', [inPlace, cancel], { step: 'idle' }],
    ['starts', [inPlace, start], { step: 'starting', way: 'in-place' }],
    ['cannot be cancelled any more', [inPlace, start, cancel], { step: 'starting' }],
    [
      'cannot be changed into another any more',
      [inPlace, start, asNew],
      { step: 'starting', way: 'in-place' },
    ],
    ['gives way to the state page', [inPlace, start, { type: 'replaced' }], { step: 'idle' }],
    ['is refused', [inPlace, start, refuse], { step: 'refused', message: 'The disk is full.' }],
    ['is tried again', [inPlace, start, refuse, start], { step: 'starting', target: backup }],
    ['forgets the refusal when edited', [asNew, start, refuse, { type: 'edit' }], { step: 'asking' }],
    ['is given up after a refusal', [inPlace, start, refuse, cancel], { step: 'idle' }],
    ['becomes a project', [asNew, start, create], { step: 'created', project }],
    ['is done', [asNew, start, create, cancel], { step: 'idle' }],
    ['nothing starts unasked', [start], { step: 'idle' }],
    ['nothing is refused unasked', [inPlace, refuse], { step: 'asking' }],
    ['in place makes no project', [inPlace, start, create], { step: 'starting' }],
    ['a new project replaces nothing', [asNew, start, { type: 'replaced' }], { step: 'starting' }],
    ['a kept database goes back', [{ type: 'want', way: 'in-place', target: kept }], { step: 'asking' }],
    ['and in no other way', [{ type: 'want', way: 'new-project', target: kept }], { step: 'idle' }],
  ])('%s', (_, events, state) => expect(after(...events)).toMatchObject(state));

  test('every state but a starting one can be left', () => {
    const event = fc.constantFrom(inPlace, asNew, start, refuse, cancel, create, { type: 'edit' } as const);
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const state = after(...events);
        expect(restoreReducer(state, cancel).step).toBe(state.step === 'starting' ? 'starting' : 'idle');
      }),
    );
  });
});
