import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../../api/client.ts';

const REALTIME = 'supabase_realtime';

/** Whether changes of a table are sent to listeners. */
export function useRealtime(projectRef: string): (id: number) => boolean {
  const { data = [] } = useQuery({
    ...orpc.schemaApi.listPublications.queryOptions({ input: { ref: projectRef } }),
    retry: false,
    staleTime: 30_000,
  });
  const found = data.find(({ name }) => name === REALTIME);
  const ids = new Set(found?.tables?.map(({ id }) => id));
  return (id) => found !== undefined && (found.tables === null || ids.has(id));
}
