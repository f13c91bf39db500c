import { useQueryClient } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { type ActionOptions, useAction } from '../../lib/use-action.ts';

/** A change to users: what is shown about them is read again before anybody is told that it is done. */
export function useUserAction<Data, Failure, Input, Context>(
  options: ActionOptions<Data, Failure, Input, Context>,
) {
  const queries = useQueryClient();
  return useAction({
    ...options,
    onDone: async (data, input) => {
      await queries.invalidateQueries({ queryKey: orpc.authUsers.key() });
      await options.onDone?.(data, input);
    },
  });
}
