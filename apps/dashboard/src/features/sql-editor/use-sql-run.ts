import { useCallback, useEffect, useReducer, useRef } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import type { RunFailure } from './run-failure.ts';
import { idle, nextRunState, type RunState } from './run-machine.ts';
import type { RunRequest } from './run-request.ts';
import { readRunStream } from './run-stream.ts';

let lastRunId = 0;

export interface SqlRun {
  state: RunState;
  start: (request: RunRequest) => void;
  cancel: () => void;
  pick: (result: number) => void;
}

/**
 * Runs SQL in a project and keeps what it says. Leaving the page or closing the tab cancels: the database stops a
 * statement whose answer nobody reads.
 */
export function useSqlRun(projectRef: string): SqlRun {
  const [state, dispatch] = useReducer(nextRunState, idle);
  const running = useRef<AbortController>(null);

  const start = useCallback(
    (request: RunRequest) => {
      if (running.current !== null) return;
      const controller = new AbortController();
      const id = ++lastRunId;
      running.current = controller;
      const ended = () => {
        if (running.current === controller) running.current = null;
      };
      let hasBegun = false;
      const closed = (failure: RunFailure) => {
        ended();
        dispatch({ type: 'closed', id, failure });
      };
      dispatch({ type: 'start', id, request, at: Date.now() });
      void readRunStream({
        open: (signal) => api.database.run({ ref: projectRef, query: request.sql }, { signal }),
        signal: controller.signal,
        onEvents: (events) => {
          hasBegun = true;
          if (events.some(({ type }) => type === 'done' || type === 'error')) ended();
          dispatch({ type: 'received', id, events });
        },
      }).then(
        () => closed({ kind: 'lost' }),
        (thrown: unknown) => {
          const error = toApiError(thrown);
          closed(hasBegun && error.code === 'network' ? { kind: 'lost' } : { kind: 'request', error });
        },
      );
    },
    [projectRef],
  );

  const cancel = useCallback(() => {
    running.current?.abort();
    running.current = null;
    dispatch({ type: 'cancel', at: Date.now() });
  }, []);

  useEffect(() => {
    window.addEventListener('pagehide', cancel);
    return () => {
      window.removeEventListener('pagehide', cancel);
      cancel();
    };
  }, [cancel]);

  const pick = useCallback((result: number) => dispatch({ type: 'pick', result }), []);
  return { state, start, cancel, pick };
}
