import type { DeletedContent } from '@basalt/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { showLinkToast } from '../../ui/undo-toast.tsx';

/** Brings a deleted item back, says so, and leads to it. */
export function useUndelete(
  projectRef: string,
  { id, name, type }: DeletedContent,
  { onBack, onOpen }: { onBack: () => void; onOpen: () => void },
) {
  const queries = useQueryClient();
  const { run, isRunning } = useAction({
    mutation: orpc.content.bringBack.mutationOptions(),
    failed: (message) => `Failed to bring “${name}” back: ${message}`,
    onDone: async () => {
      void showLinkToast(`“${name}” is back`, ({ className, close }) => (
        <Link
          to={type === 'sql' ? '/project/$ref/sql/$id' : '/project/$ref/reports/$id'}
          params={{ ref: projectRef, id }}
          className={className}
          onClick={() => {
            close();
            onOpen();
          }}
        >
          Open
        </Link>
      ));
      onBack();
      await refresh(queries, projectRef, id);
    },
  });
  return { undelete: () => void run({ ref: projectRef, ids: [id] }), isRunning };
}

/** The lists that it is in again, the one that it has left, and what was known of it: that there is no such thing. */
function refresh(queries: QueryClient, ref: string, id: string): Promise<unknown> {
  const { list, folders, folder, count, deleted, item } = orpc.content;
  const keys = [
    ...[list, folders, folder, count, deleted].map((query) => query.key()),
    item.key({ input: { ref, id } }),
  ];
  return Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
}
