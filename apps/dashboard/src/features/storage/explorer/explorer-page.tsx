import type { Project, StorageBucket } from '@basalt/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useBuckets } from '../../../api/use-buckets.ts';
import { useProject } from '../../../api/use-project.ts';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Page } from '../../../ui/pages/page.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import classes from './explorer.module.css';
import { Explorer } from './explorer.tsx';

/** The files of a bucket. */
export function ExplorerPage({ projectRef, bucketId }: { projectRef: string; bucketId: string }) {
  const { data: project } = useProject(projectRef);
  return (
    <Page title={bucketId} width="full">
      {project !== undefined && <Found project={project} bucketId={bucketId} />}
    </Page>
  );
}

function Found({ project, bucketId }: { project: Project; bucketId: string }) {
  const { data: buckets, error, refetch } = useBuckets(project.ref);
  const bucket: StorageBucket | undefined = buckets?.find(({ id }) => id === bucketId);
  if (bucket !== undefined) return <Explorer project={project} bucket={bucket} />;
  return (
    <div className={classes.state}>
      {buckets === undefined && error === null && (
        <div role="status" aria-label="Loading the bucket">
          <Skeleton height={20} lines={8} />
        </div>
      )}
      {buckets === undefined && error !== null && (
        <ErrorState error={error} title="The bucket could not be loaded" onRetry={() => void refetch()} />
      )}
      {buckets !== undefined && (
        <EmptyState
          title="There is no such bucket"
          text="It may have been deleted or is called differently."
          action={
            <Button
              renderRoot={(props) => (
                <Link to="/project/$ref/storage/buckets" params={{ ref: project.ref }} {...props} />
              )}
            >
              Show all buckets
            </Button>
          }
        />
      )}
    </div>
  );
}
