import type { QueryEvent } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import { readRunStream } from './run-stream.ts';

const started: QueryEvent = { type: 'started' };
const done: QueryEvent = { type: 'done', milliseconds: 1 };
const rows = (n: number): QueryEvent => ({ type: 'rows', result: 0, rows: [[String(n)]] });

/** Reads a stream; every call of `onEvents` becomes one batch. */
async function read(events: () => AsyncIterable<QueryEvent>, controller = new AbortController()) {
  const batches: QueryEvent[][] = [];
  const { signal } = controller;
  const ended = readRunStream({
    open: async () => events(),
    signal,
    onEvents: (batch) => batches.push(batch),
  });
  const failure = await ended.then(
    () => null,
    (error: unknown) => error,
  );
  return { batches, failure };
}

describe('readRunStream', () => {
  it('hands everything on in order and in few batches', async () => {
    const { batches } = await read(async function* () {
      yield started;
      for (let n = 0; n < 20_000; n += 1) yield rows(n);
      yield done;
    });
    const all = batches.flat();
    expect(all).toHaveLength(20_002);
    expect(all[1]).toEqual(rows(0));
    expect(all.at(-1)).toEqual(done);
    expect(batches.length).toBeLessThan(1_000);
  });

  it('hands the first rows on at once, long before the end', async () => {
    const seen: number[] = [];
    let released = () => {};
    const held = new Promise<void>((resolve) => {
      released = resolve;
    });
    await readRunStream({
      open: async () =>
        (async function* () {
          yield started;
          yield rows(1);
          // The stream goes on only because the first rows were handed on.
          await held;
          yield done;
        })(),
      signal: new AbortController().signal,
      onEvents: (events) => {
        seen.push(events.length);
        released();
      },
    });
    expect(seen).toEqual([2, 1]);
  });

  it('copies each row a few times only, however many come', async () => {
    const { batches } = await read(async function* () {
      for (let n = 0; n < 20_000; n += 1) {
        if (n % 100 === 0) await new Promise((resolve) => setTimeout(resolve, 0));
        yield rows(n);
      }
    });
    let kept = 0;
    const copied = batches.reduce((sum, batch) => {
      kept += batch.length;
      return sum + kept;
    }, 0);
    expect(kept).toBe(20_000);
    expect(copied).toBeLessThan(20 * kept);
  });

  it('hands on what came before the call failed, then fails', async () => {
    const { batches, failure } = await read(async function* () {
      yield started;
      throw new Error('broken');
    });
    expect(batches.flat()).toEqual([started]);
    expect(failure).toEqual(new Error('broken'));
  });

  it('is silent after an abort, and closes the stream', async () => {
    const controller = new AbortController();
    let isClosed = false;
    const { batches, failure } = await read(async function* () {
      try {
        yield started;
        controller.abort();
        yield rows(1);
        yield done;
      } finally {
        isClosed = true;
      }
    }, controller);
    expect({ batches, failure, isClosed }).toEqual({ batches: [], failure: null, isClosed: true });
  });

  it('takes the error that an abort causes for the abort itself', async () => {
    const controller = new AbortController();
    const { failure } = await read(async function* () {
      yield started;
      controller.abort();
      throw new DOMException('aborted', 'AbortError');
    }, controller);
    expect(failure).toBeNull();
  });
});
