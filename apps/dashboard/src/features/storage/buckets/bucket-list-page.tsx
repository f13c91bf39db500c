import type { Project, StorageBucket } from '@basalt/contract';
import { Button } from '@mantine/core';
import { IconBucket } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useBuckets } from '../../../api/use-buckets.ts';
import { useProject } from '../../../api/use-project.ts';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Page } from '../../../ui/pages/page.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { BucketForm } from './bucket-form.tsx';
import { BucketRemoval, type Removal } from './bucket-removal.tsx';
import { BucketTable } from './bucket-table.tsx';
import classes from './buckets.module.css';

const PATH = '/project/$ref/storage/buckets';

/** Where the files of a project are kept. */
export function BucketListPage({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef);
  if (project === undefined) return null;
  return <Buckets project={project} />;
}

function Buckets({ project: { ref, abilities } }: { project: Project }) {
  const { q = '', dialog } = useSearch({ from: `/signed-in${PATH}` });
  const navigate = useNavigate({ from: PATH });
  const { data: buckets, error, refetch } = useBuckets(ref);
  const [edited, setEdited] = useState<StorageBucket | null>(null);
  const [removal, setRemoval] = useState<Removal | null>(null);
  const mayChange = abilities.update_storage;
  const search = (text: string) =>
    void navigate({
      search: ({ q: _, ...rest }) => (text === '' ? rest : { ...rest, q: text }),
      replace: true,
    });
  const openNew = () => void navigate({ search: (before) => ({ ...before, dialog: 'create' }) });
  const closeNew = () => void navigate({ search: ({ dialog: _, ...rest }) => rest });
  const isNew = mayChange && dialog === 'create';
  const found = buckets?.filter(({ name }) => name.toLowerCase().includes(q.trim().toLowerCase()));
  return (
    <Page
      title="Buckets"
      description="Files of this project, such as images and documents, are kept in buckets."
      actions={
        mayChange && (
          <Button variant="filled" onClick={openNew}>
            New bucket
          </Button>
        )
      }
    >
      {buckets === undefined && error !== null && (
        <ErrorState error={error} title="The buckets could not be loaded" onRetry={() => void refetch()} />
      )}
      {buckets === undefined && error === null && (
        <div role="status" aria-label="Loading buckets">
          <Skeleton height={33 + 6 * 41} radius={10} />
        </div>
      )}
      {buckets?.length === 0 && (
        <EmptyState
          icon={<IconBucket size={28} stroke={1.5} />}
          title="No buckets yet"
          text={
            mayChange
              ? 'Make a bucket and put files into it here, or from an application.'
              : 'Buckets appear here when somebody makes one.'
          }
          action={mayChange && <Button onClick={openNew}>Create the first bucket</Button>}
        />
      )}
      {buckets !== undefined && buckets.length > 0 && (
        <search className={classes.filters}>
          <SearchField label="Search buckets" value={q} onChange={search} />
        </search>
      )}
      {buckets !== undefined && buckets.length > 0 && found?.length === 0 && (
        <EmptyState
          title="No bucket matches"
          text="Try another part of the name."
          action={<Button onClick={() => search('')}>Show all buckets</Button>}
        />
      )}
      {found !== undefined && found.length > 0 && (
        <BucketTable
          projectRef={ref}
          buckets={found}
          mayChange={mayChange}
          onEdit={setEdited}
          onEmpty={(bucket) => setRemoval({ kind: 'empty', bucket })}
          onDelete={(bucket) => setRemoval({ kind: 'delete', bucket })}
        />
      )}
      <BucketForm
        projectRef={ref}
        editing={isNew ? { bucket: null } : edited === null ? null : { bucket: edited }}
        onClose={() => (isNew ? closeNew() : setEdited(null))}
        onCreated={(id) => void navigate({ to: `${PATH}/$id`, params: { ref, id }, search: {} })}
      />
      <BucketRemoval projectRef={ref} removal={removal} onClose={() => setRemoval(null)} />
    </Page>
  );
}
