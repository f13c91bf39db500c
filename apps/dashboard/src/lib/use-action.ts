import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type ApiError, toApiError } from '../api/api-error.ts';
import { showToast } from './toast.ts';

export interface ActionOptions<Data, Failure, Input, Context> {
  /** Such as `orpc.projects.restart.mutationOptions()`. */
  mutation: UseMutationOptions<Data, Failure, Input, Context>;
  /** The toast after success. Left out where the page itself shows the result. */
  done?: string | ((data: Data, input: Input) => string);
  /** The toast after failure, given the server's sentence. Left out where the page shows `error`. */
  failed?: (message: string) => string;
  /** Runs after success, before `run` resolves: refresh queries or navigate here. */
  onDone?: (data: Data, input: Input) => unknown;
}

/** A change on the server with its texts. `run` never throws; it resolves to undefined after a failure. */
export function useAction<Data, Failure, Input, Context>(
  options: ActionOptions<Data, Failure, Input, Context>,
): {
  run: (input: Input) => Promise<Data | undefined>;
  isRunning: boolean;
  error: ApiError | null;
  reset: () => void;
} {
  const { done, failed, onDone } = options;
  const mutation = useMutation({
    ...options.mutation,
    onSuccess: async (...args) => {
      await options.mutation.onSuccess?.(...args);
      const [data, input] = args;
      if (done !== undefined) void showToast('done', typeof done === 'string' ? done : done(data, input));
      await onDone?.(data, input);
    },
    onError: (...args) => {
      options.mutation.onError?.(...args);
      if (failed !== undefined) void showToast('failed', failed(toApiError(args[0]).message));
    },
  });
  const { mutateAsync } = mutation;
  const run = useCallback((input: Input) => mutateAsync(input).catch(() => undefined), [mutateAsync]);
  return {
    run,
    isRunning: mutation.isPending,
    error: mutation.isError ? toApiError(mutation.error) : null,
    reset: mutation.reset,
  };
}
