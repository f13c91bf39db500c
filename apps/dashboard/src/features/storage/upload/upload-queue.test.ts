import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  advance,
  nextToStart,
  totalsOf,
  type UploadEvent,
  type UploadItem,
  type UploadQueue,
} from './upload-queue.ts';

const item = (id: string): UploadItem => ({
  id,
  ref: 'r',
  bucket: 'b',
  path: `${id}.txt`,
  file: new File(['12345'], `${id}.txt`),
  state: 'waiting',
  replace: false,
  sent: 0,
  problem: null,
});
const added: UploadEvent = { type: 'added', items: ['1', '2', '3', '4', '5'].map(item) };
const run = (...events: UploadEvent[]): UploadQueue => events.reduce(advance, [] as UploadQueue);
const stateOf = (queue: UploadQueue, id: string) => queue.find((each) => each.id === id)?.state;

describe('the queue of uploads', () => {
  it('runs three at a time', () => {
    expect(nextToStart(run(added)).map(({ id }) => id)).toEqual(['1', '2', '3']);
    const running = run(added, { type: 'started', id: '1' }, { type: 'started', id: '2' });
    expect(nextToStart(running).map(({ id }) => id)).toEqual(['3']);
    expect(nextToStart(advance(running, { type: 'paused', id: '1' }))).toHaveLength(2);
  });

  it.each<[string, UploadEvent[], Partial<UploadItem>]>([
    ['a break is told and can be mended', [{ type: 'failed', id: '1', problem: 'x' }], { state: 'failed' }],
    [
      'what failed waits again',
      [
        { type: 'failed', id: '1', problem: 'x' },
        { type: 'resumed', id: '1' },
      ],
      { state: 'waiting', problem: null },
    ],
    [
      'a name that is taken is replaced',
      [
        { type: 'taken', id: '1' },
        { type: 'answered', id: '1', answer: 'replace' },
      ],
      { state: 'waiting', replace: true },
    ],
    [
      'or left',
      [
        { type: 'taken', id: '1' },
        { type: 'answered', id: '1', answer: 'skip' },
      ],
      { state: 'cancelled' },
    ],
    [
      'or stands beside',
      [
        { type: 'taken', id: '1' },
        { type: 'renamed', id: '1', path: '1 (2).txt' },
      ],
      { state: 'waiting', path: '1 (2).txt', replace: false },
    ],
    [
      'what comes after cancelling is too late',
      [
        { type: 'cancelled', id: '1' },
        { type: 'done', id: '1' },
        { type: 'failed', id: '1', problem: 'x' },
      ],
      { state: 'cancelled' },
    ],
    ['done is whole', [{ type: 'done', id: '1' }], { state: 'done', sent: 5 }],
  ])('%s', (_, events, expected) => {
    const queue = run(added, { type: 'started', id: '1' }, ...events);
    expect(queue[0]).toMatchObject(expected);
  });

  it('keeps count, and lists no longer what has ended', () => {
    const queue = run(
      added,
      { type: 'started', id: '1' },
      { type: 'done', id: '1' },
      { type: 'cancelled', id: '2' },
      { type: 'started', id: '3' },
      { type: 'sent', bytes: new Map([['3', 2]]) },
    );
    expect(totalsOf(queue)).toMatchObject({ count: 4, done: 1, bytes: 20, sent: 7 });
    expect(advance(queue, { type: 'cleared' }).map(({ id }) => id)).toEqual(['3', '4', '5']);
  });

  it('never runs more than three nor starts what has ended, whatever happens', () => {
    const id = fc.constantFrom('1', '2', '3', '4', '5');
    const kinds = ['paused', 'resumed', 'done', 'taken', 'cancelled'] as const;
    const event = fc.oneof(
      fc.record({ type: fc.constantFrom(...kinds), id }),
      fc.record({ type: fc.constant('failed' as const), id, problem: fc.constant('x') }),
      fc.record({ type: fc.constant('answered' as const), id, answer: fc.constantFrom('replace', 'skip') }),
    ) as fc.Arbitrary<UploadEvent>;
    fc.assert(
      fc.property(fc.array(event, { maxLength: 60 }), (events) => {
        let queue = run(added);
        const ended = new Set<string>();
        for (const each of events) {
          for (const { id: next } of nextToStart(queue))
            queue = advance(queue, { type: 'started', id: next });
          queue = advance(queue, each);
          for (const { id: which, state } of queue) {
            if (ended.has(which)) expect(['done', 'cancelled']).toContain(stateOf(queue, which));
            if (state === 'done' || state === 'cancelled') ended.add(which);
          }
          expect(totalsOf(queue).byState.running).toBeLessThanOrEqual(3);
        }
      }),
    );
  });
});
