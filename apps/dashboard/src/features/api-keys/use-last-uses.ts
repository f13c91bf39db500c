import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';

/** When keys were used last, by their id; legacy ones by their role. */
export type LastUses = ReadonlyMap<string, string>;

const EVERY_MS = 15_000;

/** Null while it is not known. */
export function useLastUses(projectRef: string): LastUses | null {
  const { data } = useQuery(
    orpc.apiKeys.lastUses.queryOptions({ input: { ref: projectRef }, refetchInterval: EVERY_MS }),
  );
  return data === undefined ? null : new Map(data.map(({ id, last_used_at }) => [id, last_used_at]));
}
