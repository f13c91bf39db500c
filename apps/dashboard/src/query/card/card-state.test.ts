import type { QueryEvent } from '@basalt/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestForTest } from '../request-for-test.ts';
import { idle, nextRunState, type RunEvent, type RunState } from '../run-machine.ts';
import { cardState, runButton } from './card-state.ts';

const failure = (code: string): QueryEvent => ({
  type: 'error',
  error: { code, severity: 'ERROR', message: 'no', detail: null, hint: null, position: null, where: null },
});
const done: QueryEvent = { type: 'done', milliseconds: 3 };
const start = (id: number, readOnly: boolean): RunEvent => ({
  type: 'start',
  id,
  projectRef: 'abc',
  request: requestForTest({ readOnly, confirmed: !readOnly }),
  at: 0,
});
const received = (id: number, ...events: QueryEvent[]): RunEvent => ({ type: 'received', id, events });
const cancel: RunEvent = { type: 'cancel', at: 1 };
const after = (...events: RunEvent[]): RunState => events.reduce(nextRunState, idle);

describe('cardState', () => {
  it.each<[string, RunEvent[], string]>([
    ['nothing', [], 'idle'],
    ['a start', [start(1, true)], 'loading'],
    ['the end', [start(1, true), received(1, done)], 'results'],
    ['an error', [start(1, true), received(1, failure('42601'))], 'error'],
    ['a refused write', [start(1, true), received(1, failure('25006'))], 'write-blocked'],
    ['a refused write that was agreed to', [start(1, false), received(1, failure('42501'))], 'error'],
    ['a yes', [start(1, true), received(1, failure('25006')), start(2, false)], 'loading'],
    [
      'its end',
      [start(1, true), received(1, failure('25006')), start(2, false), received(2, done)],
      'results',
    ],
    ['cancel', [start(1, true), cancel], 'idle'],
    ['a lost connection', [start(1, true), { type: 'closed', id: 1, failure: { kind: 'lost' } }], 'error'],
  ])('after %s', (_, events, phase) => {
    expect(cardState(after(...events), false).phase).toBe(phase);
  });

  it('opens the warning only over a refused write', () => {
    const blocked = after(start(1, true), received(1, failure('42501')));
    expect(cardState(blocked, true)).toMatchObject({ phase: 'write-blocked', isAsking: true });
    expect(cardState(after(start(1, true), received(1, done)), true)).not.toHaveProperty('isAsking');
  });

  it('is write-blocked only by the read-only connection, whatever happens', () => {
    const events = fc.oneof(
      fc.tuple(fc.nat(2), fc.boolean()).map(([id, readOnly]) => start(id, readOnly)),
      fc
        .tuple(fc.nat(2), fc.constantFrom(done, failure('42501'), failure('42601')))
        .map(([id, event]) => received(id, event)),
      fc.constant(cancel),
    );
    fc.assert(
      fc.property(fc.array(events, { maxLength: 30 }), fc.boolean(), (sequence, isAsking) => {
        const card = cardState(after(...sequence), isAsking);
        if (card.phase === 'write-blocked') expect(card.run.request.readOnly).toBe(true);
        if (card.phase !== 'idle') expect(card.run.projectRef).toBe('abc');
      }),
    );
  });
});

describe('runButton', () => {
  const blocked = cardState(after(start(1, true), received(1, failure('25006'))), false);
  it.each<[boolean, boolean, string | null]>([
    [true, true, 'ask'],
    [false, true, null],
    [true, false, null],
  ])('of a write, shown %s, permitted %s', (showRunButton, mayWrite, does) => {
    expect(runButton(blocked, { showRunButton, mayWrite })).toBe(does);
  });

  it('runs what reads, and cancels what runs', () => {
    const options = { showRunButton: false, mayWrite: false };
    expect(runButton(cardState(idle, false), options)).toBe('run');
    expect(runButton(cardState(after(start(1, true)), false), options)).toBe('cancel');
  });
});
