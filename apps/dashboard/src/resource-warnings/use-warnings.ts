import { type Project, type ResourceWarnings, WARNINGS_CACHE } from '@basalt/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { orpc } from '../api/client.ts';

/** The warnings of every project, asked for once an hour. Who changes what they are about invalidates them. */
export function warningsQuery() {
  return orpc.resources.warnings.queryOptions({
    staleTime: WARNINGS_CACHE,
    gcTime: WARNINGS_CACHE,
    retry: false,
  });
}

/** The warnings of one project; undefined while nothing is known of it. */
export function useWarnings(ref: string): ResourceWarnings | undefined {
  return useQuery(warningsQuery()).data?.find(({ project }) => project === ref);
}

/**
 * The same for a project that is on the screen. What its record says of its read-only mode and its connections is newer than an hour: a
 * change of them has the warnings read again.
 */
export function useFreshWarnings(ref: string, project: Project | undefined): ResourceWarnings | undefined {
  const { data, refetch } = useQuery(warningsQuery());
  const warnings = data?.find((each) => each.project === ref);
  const isOld = project !== undefined && warnings !== undefined && stateOf(project) !== stateOf(warnings);
  useEffect(() => {
    if (isOld) void refetch();
  }, [isOld, refetch]);
  return warnings;
}

type State = Pick<ResourceWarnings, 'is_readonly_mode_enabled' | 'connection_exhaustion'>;

function stateOf({ is_readonly_mode_enabled, connection_exhaustion }: State): string {
  return `${is_readonly_mode_enabled} ${connection_exhaustion}`;
}
