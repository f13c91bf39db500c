import { useQueryClient } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import type { ConfigChanges } from './config-draft.ts';

interface Texts {
  done: string;
  /** Left out where the page shows the error. */
  failed?: (message: string) => string;
}

/** Changes settings of a project's Data API. */
export function useChangeConfig(ref: string, texts: Texts) {
  const queries = useQueryClient();
  const { run, ...action } = useAction({
    mutation: orpc.dataApi.update.mutationOptions(),
    ...texts,
    onDone: async (config) => {
      queries.setQueryData(orpc.dataApi.get.queryKey({ input: { ref } }), config);
      await queries.invalidateQueries({ queryKey: orpc.dataApi.tables.key({ input: { ref } }) });
    },
  });
  return { ...action, run: (changes: ConfigChanges) => run({ ref, ...changes }) };
}
