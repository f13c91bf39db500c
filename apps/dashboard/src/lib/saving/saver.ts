import { nextSaveState, type SaveEvent, type SaveState, savedState } from './save-machine.ts';

export interface SaverOptions<Value, Current> {
  /** The version the server has; 0 when it has none. */
  version: number;
  /** Milliseconds without a change before a save. */
  delay: number;
  /** What is to be saved; asked once per save. */
  read: () => Value;
  /** Answers the version that the server gave it. */
  save: (value: Value, version: number) => Promise<{ version: number }>;
  /** What the server has instead, when that is why a save failed. */
  conflictOf: (error: unknown) => Current | null;
  /** Milliseconds until a failed save is tried again by itself; null leaves it to the person. `failures` counts from 1. */
  retryIn?: (error: unknown, failures: number) => number | null;
  onState: (state: SaveState<Current>) => void;
}

export interface Saver<Current> {
  state: () => SaveState<Current>;
  /** Something was changed: save after the delay. */
  changed: () => void;
  /** Save now what is not saved yet; also tries a failed save again. */
  flush: () => void;
  /** Ends a conflict: from here on the server's `version` is what is shown. */
  settle: (version: number) => void;
  /** Saves what is left and speaks no more. */
  close: () => void;
}

/** Runs the machine of `save-machine.ts`: saves what `read` gives, shortly after it was changed. */
export function createSaver<Value, Current>(options: SaverOptions<Value, Current>): Saver<Current> {
  let state = savedState<Current>(options.version);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isClosed = false;

  function send(event: SaveEvent<Current>): void {
    const before = state;
    state = nextSaveState(state, event);
    if (state === before) return;
    if (!isClosed) options.onState(state);
    if (state.phase === 'saving' && before.phase !== 'saving') void attempt();
  }

  function dueIn(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(flush, milliseconds);
  }

  async function attempt(): Promise<void> {
    clearTimeout(timer);
    try {
      const { version } = await options.save(options.read(), state.version);
      failures = 0;
      send({ type: 'saved', version });
    } catch (error) {
      const current = options.conflictOf(error);
      send(current === null ? { type: 'failed', error } : { type: 'conflicted', current });
    }
    if (state.phase === 'waiting') isClosed ? flush() : dueIn(options.delay);
    if (state.phase === 'failed' && !isClosed) {
      failures += 1;
      const retry = options.retryIn?.(state.error, failures) ?? null;
      if (retry !== null) dueIn(retry);
    }
  }

  function flush(): void {
    clearTimeout(timer);
    send({ type: 'due' });
  }

  return {
    state: () => state,
    flush,
    changed() {
      send({ type: 'changed' });
      if (state.phase === 'waiting') dueIn(options.delay);
    },
    settle(version) {
      clearTimeout(timer);
      send({ type: 'settled', version });
    },
    close() {
      isClosed = true;
      flush();
    },
  };
}
