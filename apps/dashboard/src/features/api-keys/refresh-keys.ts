import type { QueryClient } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';

/** Reads everything again that a change of the JWT secret or of a key changes. */
export async function refreshKeys(queries: QueryClient, ref: string): Promise<void> {
  const input = { ref };
  await Promise.all([
    queries.invalidateQueries({ queryKey: orpc.jwtSecret.settings.key({ input }) }),
    queries.invalidateQueries({ queryKey: orpc.apiKeys.v1List.key({ input }) }),
    queries.invalidateQueries({ queryKey: orpc.signingKeys.v1List.key({ input }) }),
    queries.invalidateQueries({ queryKey: orpc.operations.list.key({ input }) }),
  ]);
}
