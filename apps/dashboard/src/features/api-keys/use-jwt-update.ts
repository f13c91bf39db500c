import { POLL } from '@basalt/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer } from 'react';
import type { ApiError } from '../../api/api-error.ts';
import { orpc } from '../../api/client.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { IDLE, type JwtState, jwtReducer } from './jwt-machine.ts';
import { loadingOf } from './keys-state.ts';
import { refreshKeys } from './refresh-keys.ts';

export interface JwtUpdate {
  state: JwtState;
  /** Whether it is known how the newest change stands, and why not. */
  status: { is: 'loading' | 'error' | 'ready'; error: unknown; retry: () => void };
  ask: () => void;
  cancel: () => void;
  /** Begins the change, with a secret of one's own or a generated one. */
  send: (secret: string | undefined) => void;
  /** Why the server did not accept the change. */
  refusal: ApiError | null;
  dismiss: () => void;
}

/** The change of a project's JWT secret: ours, or one that somebody else has begun. Followed until it ends. */
export function useJwtUpdate(ref: string): JwtUpdate {
  const queries = useQueryClient();
  const [state, dispatch] = useReducer(jwtReducer, IDLE);
  const options = orpc.jwtSecret.updateStatus.queryOptions({ input: { ref } });
  const query = useQuery({
    ...options,
    refetchInterval: ({ state: { data } }) =>
      data?.update_status?.status === 'updating' ? POLL.jwtSecret : false,
  });
  const status = query.data?.update_status;
  const isUpdating = state.is === 'updating';

  useEffect(() => {
    if (status === undefined) return;
    let isOutdated = false;
    const tell = () => isOutdated || dispatch({ type: 'told', status });
    // The new keys are there before anybody is told that they may be copied.
    if (isUpdating && status?.status === 'updated') void refreshKeys(queries, ref).then(tell);
    else tell();
    return () => {
      isOutdated = true;
    };
  }, [queries, ref, status, isUpdating]);

  const change = useAction({
    mutation: orpc.jwtSecret.update.mutationOptions(),
    onDone: async (answer) => {
      await queries.cancelQueries({ queryKey: options.queryKey });
      queries.setQueryData(options.queryKey, answer);
    },
  });
  async function send(jwt_secret: string | undefined): Promise<void> {
    dispatch({ type: 'send', seen: status?.change_tracking_id ?? null });
    const input = jwt_secret === undefined ? { ref } : { ref, jwt_secret };
    if ((await change.run(input)) === undefined) dispatch({ type: 'refused' });
  }

  const isDone = state.is === 'updated';
  useEffect(() => {
    if (isDone) void showToast('done', 'Updated JWT secret');
  }, [isDone]);

  return {
    state,
    status: { is: loadingOf(query), error: query.error, retry: () => void query.refetch() },
    ask: useCallback(() => dispatch({ type: 'ask' }), []),
    cancel: () => {
      change.reset();
      dispatch({ type: 'cancel' });
    },
    send: (secret) => void send(secret),
    refusal: change.error,
    dismiss: () => dispatch({ type: 'dismiss' }),
  };
}
