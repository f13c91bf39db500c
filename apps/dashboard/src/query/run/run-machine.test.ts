import type { QueryEvent } from '@basalt/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requestForTest } from './request-for-test.ts';
import { idle, nextRunState, type RunEvent, type RunState } from './run-machine.ts';

const request = requestForTest();
const needed = { writes: true, unknown_functions: [] };
const error = {
  code: '42P01',
  severity: 'ERROR',
  message: 'relation "x" does not exist',
  detail: null,
  hint: null,
  position: null,
  where: null,
};
const start = (id: number, confirmed = false): RunEvent => ({
  type: 'start',
  id,
  projectRef: 'abc',
  request: { ...request, confirmed },
  at: 1_000,
});
const ask = (id: number): RunEvent => ({ type: 'ask', id, projectRef: 'abc', request, at: 1_000, needed });
const refused = (id: number): RunEvent => ({ type: 'refused', id, needed });
const dismiss: RunEvent = { type: 'dismiss' };
const received = (id: number, ...events: QueryEvent[]): RunEvent => ({ type: 'received', id, events });
const closed = (id: number): RunEvent => ({ type: 'closed', id, failure: { kind: 'lost' } });
const cancel: RunEvent = { type: 'cancel', at: 1_500 };
const fields: QueryEvent = { type: 'fields', result: 0, fields: [{ name: 'n', type: 'int4' }] };
const row = (n: number): QueryEvent => ({ type: 'rows', result: 0, rows: [[String(n)]] });
const done: QueryEvent = { type: 'done', milliseconds: 7 };
const failed: QueryEvent = { type: 'error', error };

const after = (...events: RunEvent[]): RunState => events.reduce(nextRunState, idle);
const rowsOf = (state: RunState) => (state.phase === 'idle' ? [] : (state.run.output.results[0]?.rows ?? []));

describe('nextRunState', () => {
  it.each<[string, RunEvent[], RunState['phase']]>([
    ['nothing', [], 'idle'],
    ['a start', [start(1)], 'running'],
    ['rows', [start(1), received(1, fields, row(1))], 'running'],
    ['the end', [start(1), received(1, fields, row(1), done)], 'done'],
    ['an error', [start(1), received(1, failed)], 'failed'],
    ['an error and the end', [start(1), received(1, failed, done)], 'failed'],
    ['a stream that stops without an end', [start(1), received(1, fields), closed(1)], 'failed'],
    ['a stream that closes after its end', [start(1), received(1, done), closed(1)], 'done'],
    ['cancel', [start(1), cancel], 'cancelled'],
    ['cancel, then the stream breaking because of it', [start(1), cancel, closed(1)], 'cancelled'],
    ['cancel after the end', [start(1), received(1, done), cancel], 'done'],
    ['cancel before anything', [cancel], 'idle'],
    ['a new run after a cancelled one', [start(1), cancel, start(2)], 'running'],
    ['a question', [ask(1)], 'asking'],
    ['a question while another one runs', [start(1), ask(2)], 'running'],
    ['a question of the server', [start(1), refused(1), closed(1)], 'asking'],
    ['a question about an older run', [start(1), cancel, start(2), refused(1)], 'running'],
    ['a question about what was agreed to', [start(1, true), refused(1)], 'running'],
    ['no', [ask(1), dismiss], 'idle'],
    ['yes', [ask(1), start(2, true)], 'running'],
    ['yes and its end', [ask(1), start(2, true), received(2, done)], 'done'],
    ['cancel while it asks', [ask(1), cancel], 'asking'],
    ['no when nothing was asked', [start(1), dismiss], 'running'],
    [
      'late words of the stream that was refused',
      [start(1), refused(1), received(1, fields, row(1))],
      'asking',
    ],
  ])('after %s', (_, events, phase) => {
    expect(after(...events).phase).toBe(phase);
  });

  it('keeps one run at a time', () => {
    expect(after(start(1), start(2))).toEqual(after(start(1)));
  });

  it('says how long it took', () => {
    expect(after(start(1), received(1, done))).toMatchObject({ milliseconds: 7 });
    expect(after(start(1), received(1, failed), received(1, done))).toMatchObject({ milliseconds: 7 });
    expect(after(start(1), cancel)).toMatchObject({ milliseconds: 500 });
  });

  it('never shows what an older run still says', () => {
    const state = after(start(1), cancel, start(2), received(1, fields, row(1), done), closed(1));
    expect(state).toEqual(after(start(1), cancel, start(2)));
  });

  it('keeps rows that came before an error or a cancel', () => {
    expect(rowsOf(after(start(1), received(1, fields, row(1)), received(1, failed)))).toEqual([['1']]);
    expect(rowsOf(after(start(1), received(1, fields, row(1)), cancel))).toEqual([['1']]);
  });

  it('remembers the picked result until the next run', () => {
    const state = after(start(1), received(1, fields, done), { type: 'pick', result: 3 });
    expect(state).toMatchObject({ run: { pick: 3 } });
    expect(nextRunState(state, start(2))).toMatchObject({ run: { pick: null } });
  });
});

const queryEvents = fc.array(fc.constantFrom<QueryEvent>(fields, row(1), row(2), done, failed), {
  maxLength: 6,
});
const runEvents: fc.Arbitrary<RunEvent> = fc.oneof(
  fc.nat(3).map(start),
  fc.record({ type: fc.constant('received' as const), id: fc.nat(3), events: queryEvents }),
  fc.nat(3).map(closed),
  fc.nat(3).map((id) => start(id, true)),
  fc.nat(3).map(ask),
  fc.nat(3).map(refused),
  fc.constant(dismiss),
  fc.constant(cancel),
  fc.nat(2).map((result): RunEvent => ({ type: 'pick', result })),
);

describe('nextRunState, whatever happens', () => {
  it('changes rows only while it runs, and only by its own run', () => {
    fc.assert(
      fc.property(fc.array(runEvents, { maxLength: 40 }), (events) => {
        events.reduce((before, event) => {
          const next = nextRunState(before, event);
          if (rowsOf(next) !== rowsOf(before) && rowsOf(next).length > 0) {
            expect(before.phase).toBe('running');
            expect(event).toMatchObject({
              type: 'received',
              id: before.phase === 'idle' ? null : before.run.id,
            });
          }
          return next;
        }, idle as RunState);
      }),
    );
  });

  it('never takes a refused run for one that went on', () => {
    fc.assert(
      fc.property(fc.array(runEvents, { maxLength: 40 }), (events) => {
        events.reduce((before, event) => {
          const next = nextRunState(before, event);
          if (before.phase === 'asking' && next.phase !== 'asking')
            expect(['start', 'dismiss']).toContain(event.type);
          return next;
        }, idle as RunState);
      }),
    );
  });

  it('leaves an end only through a new start', () => {
    fc.assert(
      fc.property(fc.array(runEvents, { maxLength: 40 }), (events) => {
        events.reduce((before, event) => {
          const next = nextRunState(before, event);
          const hadEnded =
            before.phase === 'done' || before.phase === 'failed' || before.phase === 'cancelled';
          if (hadEnded && event.type !== 'start' && event.type !== 'ask')
            expect(next.phase).toBe(before.phase);
          return next;
        }, idle as RunState);
      }),
    );
  });

  it('does not depend on how events were gathered into batches', () => {
    fc.assert(
      fc.property(queryEvents, (events) => {
        const oneByOne = events.reduce(
          (state, event) => nextRunState(state, received(1, event)),
          after(start(1)),
        );
        expect(nextRunState(after(start(1)), received(1, ...events))).toEqual(oneByOne);
      }),
    );
  });
});
