import type { QueryError } from '../errors/query-error.ts';
import {
  type FieldDescription,
  readCompletion,
  readError,
  readFields,
  readReport,
} from '../wire/decode-message.ts';
import type { BackendMessage } from '../wire/message-reader.ts';
import { type Batch, RowBatch, type RowCaps } from './row-batch.ts';
import type { ScriptEvent } from './script-events.ts';

const MAX_NOTICES = 1000;

/** A script event before the types of its columns have names and its error a statement. */
export type RawScriptEvent =
  | Exclude<ScriptEvent, { type: 'fields' | 'error' }>
  | { readonly type: 'fields'; readonly result: number; readonly fields: readonly FieldDescription[] }
  | { readonly type: 'error'; readonly error: QueryError }
  | { readonly type: 'client-copy' };

/** Turns the server's answer to a script into events. Bytes in, events out. */
export class ScriptTranslator {
  readonly #batch: RowBatch;
  readonly #now: () => number;
  #since = 0;
  #skipped = 0;
  #last = Number.POSITIVE_INFINITY;
  #result = 0;
  #notices = 0;

  /** @param now milliseconds of a clock that only goes forward */
  constructor(caps: RowCaps, now: () => number) {
    this.#batch = new RowBatch(caps);
    this.#now = now;
  }

  /** The next statement begins now. Those behind it in the same answer begin where the one before them ended. */
  startClock(): void {
    this.#since = this.#now();
  }

  /**
   * The answer is to `count` statements between a BEGIN and a COMMIT that nobody asked for, and those two are not told.
   */
  expectTransaction(count: number): void {
    this.#skipped = 1;
    this.#last = this.#result + count;
  }

  /** Whether the present result has more rows than are told: the rest is of no use. */
  get hasEnoughRows(): boolean {
    return this.#batch.truncated;
  }

  /** Statements that completed so far. */
  get completed(): number {
    return this.#result;
  }

  /** The events of one portion of the answer. Rows never wait for the next portion, which may be far away. */
  *translate(portion: readonly BackendMessage[]): Generator<RawScriptEvent> {
    for (const message of portion) {
      if (message.type === 'D') {
        this.#batch.add(() => message.cells());
        if (this.#batch.isFull) yield* this.#rows();
      } else {
        yield* this.#rows();
        yield* this.#event(message);
      }
    }
    yield* this.#rows();
  }

  *#rows(): Generator<RawScriptEvent> {
    const batch: Batch | null = this.#batch.take();
    if (batch === null) return;
    const { rows, cut } = batch;
    yield { type: 'rows', result: this.#result, rows, ...(cut.length > 0 && { cut }) };
  }

  *#event({ type, body }: BackendMessage): Generator<RawScriptEvent> {
    if (type === 'T') {
      this.#batch.startResult();
      yield { type: 'fields', result: this.#result, fields: readFields(body) };
    } else if (type === 'C') {
      const begun = this.#since;
      this.startClock();
      if (this.#skipped > 0) {
        this.#skipped -= 1;
        return;
      }
      if (this.#result >= this.#last) return;
      yield {
        type: 'complete',
        result: this.#result,
        ...readCompletion(body),
        truncated: this.#batch.truncated,
        milliseconds: this.#since - begun,
      };
      this.#batch.startResult();
      this.#result += 1;
    } else if (type === 'E') {
      yield { type: 'error', error: readError(body) };
    } else if (type === 'N') {
      this.#notices += 1;
      // A loop can raise millions. Nobody reads them, and every one costs memory downstream.
      if (this.#notices <= MAX_NOTICES) yield { type: 'notice', ...readReport(body) };
    } else if (type === 'G' || type === 'H' || type === 'W') {
      yield { type: 'client-copy' };
    }
  }
}
