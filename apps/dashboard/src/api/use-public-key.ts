import type { Project } from '@basalt/contract';
import { useQuery } from '@tanstack/react-query';
import { orpc } from './client.ts';

/** Stands in code where a project's publishable key belongs, while that is not shown or may not be read. */
export const KEY_PLACEHOLDER = 'YOUR_PUBLISHABLE_KEY';

/** The key that an application ships with, for snippets that work as they are; a placeholder where it cannot be read. */
export function usePublicKey({ ref, abilities }: Project): string {
  const { data } = useQuery(
    orpc.apiKeys.v1List.queryOptions({ input: { ref }, enabled: abilities.read_api_keys }),
  );
  const key = data?.find(({ type }) => type === 'publishable') ?? data?.find(({ id }) => id === 'anon');
  return key?.api_key ?? KEY_PLACEHOLDER;
}
