import type { QueryEvent } from '@basalt/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestForTest } from '../run/request-for-test.ts';
import type { RunFailure } from '../run/run-failure.ts';
import { idle, nextRunState, type RunEvent, type RunState } from '../run/run-machine.ts';
import {
  cardHeight,
  cardRequest,
  cardState,
  failedToExecute,
  isWriteRefusal,
  runButton,
} from './card-state.ts';

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

describe('cardRequest', () => {
  it('binds parameters and stays on the read-only connection', () => {
    expect(
      cardRequest('select * from t where a = :a and b = :b', { a: "'; drop table t", b: '' }),
    ).toMatchObject({
      kind: 'ready',
      request: {
        sql: 'select * from t where a = $1 and b = $2',
        parameters: ["'; drop table t", ''],
        readOnly: true,
        confirmed: false,
        limit: null,
      },
    });
  });

  it('takes defaults', () => {
    expect(cardRequest('@set a = 7\nselect :a', {})).toMatchObject({ request: { parameters: ['7'] } });
  });

  it('names the parameter that has no value', () => {
    expect(cardRequest('select :since', {})).toEqual({
      kind: 'wrong',
      message: expect.stringContaining('since'),
    });
  });

  it('does not run blank text', () => {
    expect(cardRequest(' \n', {}).kind).toBe('empty');
  });
});

const sql = (code: string, message: string): RunFailure => ({
  kind: 'sql',
  error: { code, severity: 'ERROR', message, detail: null, hint: null, position: null, where: null },
});
const request = (code: 'sql_error' | 'forbidden', message: string): RunFailure => ({
  kind: 'request',
  error: { status: 400, code, message, field: null, requestId: null },
});

describe('isWriteRefusal', () => {
  it.each<[string, RunFailure]>([
    ['insufficient privilege', sql('42501', 'Zugriff verweigert')],
    ['a read-only transaction', sql('25006', 'cannot execute INSERT in a read-only transaction')],
    ['the owner of a table', sql('XX000', 'must be owner of table t')],
    ['a permission', sql('P0001', 'permission denied for table t')],
    ['a refusal of the call', request('sql_error', 'permission denied for schema public')],
  ])('sees %s', (_, failure) => {
    expect(isWriteRefusal(failure)).toBe(true);
  });

  it.each<[string, RunFailure]>([
    ['a typing error', sql('42601', 'syntax error at or near "selct"')],
    ['a missing table', sql('42P01', 'relation "permissions" does not exist')],
    ['a person without the permission', request('forbidden', 'permission denied')],
    ['a broken connection', { kind: 'lost' }],
  ])('does not take %s for one', (_, failure) => {
    expect(isWriteRefusal(failure)).toBe(false);
  });
});

describe('failedToExecute', () => {
  it.each<[RunFailure, string]>([
    [sql('42P01', 'relation "t" does not exist'), 'Failed to execute query: relation "t" does not exist'],
    [request('forbidden', 'Not you.'), 'Failed to execute query: Not you.'],
    [{ kind: 'lost' }, 'Failed to execute query: The connection broke.'],
  ])('%j: %s', (failure, text) => {
    expect(failedToExecute(failure)).toBe(text);
  });
});

describe('cardHeight', () => {
  it('grows with the rows up to 250 pixels', () => {
    expect(cardHeight(2, false)).toBeGreaterThan(cardHeight(1, false));
    expect(cardHeight(7, false)).toBeLessThanOrEqual(250);
    expect(cardHeight(10_000, false)).toBe(250);
  });

  it('gives a chart all there is', () => {
    expect(cardHeight(1, true)).toBe(250);
  });
});
