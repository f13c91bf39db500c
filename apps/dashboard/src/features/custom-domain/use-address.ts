import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { orpc } from '../../api/client.ts';
import { hostnameState } from './dns-records.ts';

/** By what name a project is called beside its ref: a vanity subdomain, a host name, or neither. */
export function useAddress(ref: string) {
  const vanity = useQuery(orpc.projectAddresses.v1GetVanity.queryOptions({ input: { ref } }));
  const isCustom = vanity.data?.status === 'custom-domain-used';
  const hostname = useQuery({
    ...orpc.projectAddresses.v1GetHostname.queryOptions({ input: { ref } }),
    enabled: isCustom,
  });
  const error = hostname.error === null ? null : toApiError(hostname.error);
  const state = isCustom ? hostnameState(hostname.data, error) : null;
  return {
    vanity: vanity.data,
    hostname: isCustom ? hostname.data : undefined,
    state,
    /** Neither is known yet, or there is a name whose state is not. */
    isLoading: vanity.data === undefined || (isCustom && state === null),
    error: vanity.error ?? (state === null ? hostname.error : null),
    retry: () => void Promise.all([vanity.refetch(), ...(isCustom ? [hostname.refetch()] : [])]),
  };
}

/** Reads anew what a change has made of it. */
export function useRefreshAddress(): () => Promise<void> {
  const queries = useQueryClient();
  return useCallback(() => queries.invalidateQueries({ queryKey: orpc.projectAddresses.key() }), [queries]);
}
