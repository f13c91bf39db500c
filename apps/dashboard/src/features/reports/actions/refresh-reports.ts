import type { QueryClient } from '@tanstack/react-query';
import { orpc } from '../../../api/client.ts';

/** Asks anew for the list of reports. */
export function refreshReports(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: orpc.content.list.key() });
}
