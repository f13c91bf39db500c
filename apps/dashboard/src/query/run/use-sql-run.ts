import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import type { RunFailure } from './run-failure.ts';
import { idle, nextRunState, type RunState } from './run-machine.ts';
import type { RunRequest } from './run-request.ts';
import { confirmationAsked } from './run-request.ts';
import { readRunStream } from './run-stream.ts';

let lastRunId = 0;

export interface SqlRun {
  state: RunState;
  /** A run was started and is not over, be it that nobody has decided yet whether it may be sent. */
  isBusy: boolean;
  /** Runs a text, or asks first where it writes. Does nothing while another one runs. */
  start: (request: RunRequest) => void;
  cancel: () => void;
  pick: (result: number) => void;
  /** Runs what was asked about, or `sql` in its place. */
  confirm: (sql?: string) => void;
  /** Forgets what was asked about; nothing was sent. */
  dismiss: () => void;
}

/**
 * Runs SQL in a project and keeps what it says. Leaving the page or closing the tab cancels: the database stops a
 * statement whose answer nobody reads.
 */
export function useSqlRun(projectRef: string): SqlRun {
  const [state, dispatch] = useReducer(nextRunState, idle);
  const running = useRef<AbortController>(null);
  /** What was asked for last, until it is known whether it is sent. */
  const deciding = useRef<RunRequest>(null);
  const [isDeciding, setDeciding] = useState(false);

  const send = useCallback(
    (request: RunRequest) => {
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
      dispatch({ type: 'start', id, projectRef, request, at: Date.now() });
      void readRunStream({
        open: (signal) => api.database.run(runInput(projectRef, request), { signal }),
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
          const needed = hasBegun ? null : confirmationAsked(error);
          if (needed !== null && !request.confirmed) dispatch({ type: 'refused', id, needed });
          closed(hasBegun && error.code === 'network' ? { kind: 'lost' } : { kind: 'request', error });
        },
      );
    },
    [projectRef],
  );

  const start = useCallback(
    (request: RunRequest) => {
      if (running.current !== null || deciding.current !== null) return;
      deciding.current = request;
      setDeciding(true);
      void import('./decide-run.ts')
        .then(({ decideRun }) => decideRun(projectRef, request))
        // The server decides anyway.
        .catch(() => ({ kind: 'send', request }) as const)
        .then((decision) => {
          // It was cancelled meanwhile, or the page was left.
          if (deciding.current !== request) return;
          deciding.current = null;
          setDeciding(false);
          if (decision.kind === 'send') send(decision.request);
          else
            dispatch({
              type: 'ask',
              id: ++lastRunId,
              projectRef,
              request,
              at: Date.now(),
              needed: decision.needed,
            });
        });
    },
    [projectRef, send],
  );

  const cancel = useCallback(() => {
    running.current?.abort();
    running.current = null;
    deciding.current = null;
    setDeciding(false);
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
  const dismiss = useCallback(() => dispatch({ type: 'dismiss' }), []);
  const confirm = useCallback(
    (sql?: string) => {
      if (state.phase !== 'asking' || running.current !== null) return;
      const { request } = state.run;
      send({ ...request, sql: sql ?? request.sql, confirmed: true });
    },
    [state, send],
  );
  const isBusy = isDeciding || state.phase === 'running';
  return useMemo(
    () => ({ state, isBusy, start, cancel, pick, confirm, dismiss }),
    [state, isBusy, start, cancel, pick, confirm, dismiss],
  );
}

function runInput(ref: string, { sql, readOnly, parameters, confirmed }: RunRequest) {
  return {
    ref,
    query: sql,
    ...(parameters.length === 0 ? {} : { parameters: [...parameters] }),
    ...(readOnly ? { read_only: true } : {}),
    ...(confirmed ? { confirmed: true } : {}),
  };
}
