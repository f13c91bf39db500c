import type { ReportContent } from '@basalt/contract';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { orpc } from '../../../api/client.ts';
import { useAction } from '../../../lib/use-action.ts';
import type { PrivateSnippet } from './snippet-names.ts';

/**
 * The reader's own private snippets that cards of a report show: others find nothing in those cards. While they are
 * loading, not all of them are known.
 */
export function usePrivateSnippets(
  projectRef: string,
  content: ReportContent | undefined,
): { snippets: readonly PrivateSnippet[]; isLoading: boolean } {
  const ids = (content?.cards ?? []).flatMap(({ source }) => (source.kind === 'snippet' ? [source.id] : []));
  const answers = useQueries({
    queries: [...new Set(ids)].map((id) =>
      orpc.content.item.queryOptions({ input: { ref: projectRef, id } }),
    ),
  });
  return {
    snippets: answers.flatMap(({ data }) =>
      data?.type === 'sql' && data.visibility === 'user' && data.can_update ? [data] : [],
    ),
    isLoading: answers.some(({ isLoading }) => isLoading),
  };
}

/** Shares snippets with the project. `share` resolves to whether all of them are shared. */
export function useShareSnippets(projectRef: string) {
  const queries = useQueryClient();
  const { run, isRunning } = useAction({
    mutation: orpc.content.change.mutationOptions(),
    failed: (message) => `Failed to share the snippet: ${message}`,
  });
  const share = async (snippets: readonly PrivateSnippet[]): Promise<boolean> => {
    let isShared = true;
    for (const { id } of snippets)
      isShared &&= (await run({ ref: projectRef, id, visibility: 'project' })) !== undefined;
    await queries.invalidateQueries({ queryKey: orpc.content.key() });
    return isShared;
  };
  return { share, isRunning };
}
