import { useQuery } from '@tanstack/react-query';
import { toApiError } from '../../../api/api-error.ts';
import type { Caller } from '../../../caller/caller.ts';
import { FactList } from '../../../ui/lists/fact-list.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import classes from '../workbench.module.css';
import { sentHeaders } from './send-request.ts';

/** Where requests go and what goes along with them. */
export function HeadersList({
  projectRef,
  url,
  caller,
}: {
  projectRef: string;
  url: string;
  caller: Caller;
}) {
  const { data, error } = useQuery({
    queryKey: ['graphql-headers', projectRef, caller.role, caller.userId ?? null],
    queryFn: () => sentHeaders(projectRef, caller),
    gcTime: 0,
    retry: false,
  });
  if (error !== null) return <p className={classes.failure}>{toApiError(error).message}</p>;
  if (data === undefined) return <Skeleton height={16} lines={3} />;
  return (
    <div className={classes.headers}>
      <FactList
        facts={[
          { label: 'POST', value: <code>{url}</code>, copy: url },
          ...data.map(({ name, value, shown }) => ({
            label: name,
            value: <code>{shown}</code>,
            copy: value,
          })),
        ]}
      />
    </div>
  );
}
