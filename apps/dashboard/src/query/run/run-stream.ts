import type { QueryEvent } from '@basalt/contract';

/** How often it is looked whether what arrived is handed on, in milliseconds. */
const LOOK_EVERY = 100;
/** Rows that arrived wait at most this long, in milliseconds. */
const WAIT_AT_MOST = 500;
/** How long events are read in one go before the browser gets its turn to draw and to listen. */
const READ_FOR = 8;

export interface RunStream {
  /** Starts the call; its events end when the statement has ended. */
  open: (signal: AbortSignal) => Promise<AsyncIterable<QueryEvent>>;
  signal: AbortSignal;
  /** Gets what arrived since the last time, never nothing. Not called any more once the signal is aborted. */
  onEvents: (events: QueryEvent[]) => void;
}

/**
 * Reads a run to its end and hands its events on in batches, so that a hundred thousand rows are drawn a few times
 * and not a hundred thousand times. The first rows go on at once; later ones when they are half as many as there are
 * already, or have waited long: whoever keeps them copies each row a few times only, however many come. Throws what
 * the call throws; an abort ends it quietly.
 */
export async function readRunStream({ open, signal, onEvents }: RunStream): Promise<void> {
  let batch: QueryEvent[] = [];
  let waiting = 0;
  let handedOn = 0;
  let since = performance.now();
  const flush = () => {
    const events = batch;
    batch = [];
    handedOn += waiting;
    waiting = 0;
    since = performance.now();
    if (events.length > 0 && !signal.aborted) onEvents(events);
  };
  const timer = setInterval(() => {
    if (waiting * 2 >= handedOn || performance.now() - since >= WAIT_AT_MOST) flush();
  }, LOOK_EVERY);
  try {
    let readingSince = performance.now();
    for await (const event of await open(signal)) {
      if (signal.aborted) return;
      batch.push(event);
      if (event.type === 'rows') {
        waiting += event.rows.length;
        if (handedOn === 0 && waiting > 0) flush();
      }
      if (performance.now() - readingSince > READ_FOR) {
        await browserTurn();
        readingSince = performance.now();
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    clearInterval(timer);
    flush();
  }
}

/** Resolves after the browser could draw a frame and answer to input. */
function browserTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
