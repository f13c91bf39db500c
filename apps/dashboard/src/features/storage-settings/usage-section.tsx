import type { Project, StorageUsage } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { useBuckets } from '../../api/use-buckets.ts';
import { byteSize } from '../../lib/format/byte-size.ts';
import { useAction } from '../../lib/use-action.ts';
import { DataTable, type DataTableColumn } from '../../ui/lists/data-table.tsx';
import { type Fact, FactList } from '../../ui/lists/fact-list.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import classes from './storage-settings.module.css';

type BucketUse = StorageUsage['buckets'][number];

const columnsWith = (quotas: ReadonlyMap<string, number>): DataTableColumn<BucketUse>[] => [
  {
    key: 'id',
    header: 'Bucket',
    render: ({ id }) => (
      <span className={classes.name} title={id}>
        {id}
      </span>
    ),
  },
  {
    key: 'objects',
    header: 'Objects',
    align: 'right',
    render: ({ objects }) => objects.toLocaleString('en'),
  },
  { key: 'bytes', header: 'Size', align: 'right', render: ({ bytes }) => byteSize(bytes) },
  ...(quotas.size === 0 ? [] : [quotaColumn(quotas)]),
];

function quotaColumn(quotas: ReadonlyMap<string, number>): DataTableColumn<BucketUse> {
  return {
    key: 'quota',
    header: 'Quota',
    align: 'right',
    render: ({ id, bytes }) => {
      const quota = quotas.get(id);
      return quota === undefined ? 'None' : shareOf(bytes, quota);
    },
  };
}

/** How full a quota is, and what it is: `82% of 10 GB`. */
function shareOf(bytes: number, quota: number): string {
  return `${Math.floor((bytes / quota) * 100).toLocaleString('en')}% of ${byteSize(quota)}`;
}

/** How much storage holds, and what of it may go. */
export function UsageSection({ project, quota }: { project: Project; quota: number | null }) {
  const { ref, abilities } = project;
  const queries = useQueryClient();
  const options = orpc.storageUsage.get.queryOptions({ input: { ref } });
  const usage = useQuery({ ...options, enabled: abilities.read_sql });
  const clear = useAction({
    mutation: orpc.storageUsage.clear.mutationOptions(),
    done: ({ data }) =>
      data.cleared.files === 0
        ? 'Storage was looked through. There was nothing to clear.'
        : `Cleared ${countOf(data.cleared)}`,
    failed: (message) => `Failed to look through storage: ${message}`,
    onDone: (answer) => queries.setQueryData(options.queryKey, answer),
  });
  const buckets = useBuckets(ref, { enabled: abilities.read_storage });
  const quotas = new Map(
    (buckets.data ?? []).flatMap(({ id, quota: own }) => (own === null ? [] : [[id, own] as const])),
  );
  const found = usage.data?.data ?? null;
  return (
    <Section
      title="Usage"
      description="What the buckets hold, as of the last look. Each day files are cleared that no object has any more and no backup can bring back."
      actions={
        abilities.update_api_config && (
          <Button loading={clear.isRunning} onClick={() => void clear.run({ ref })}>
            Look and clear now
          </Button>
        )
      }
    >
      {!abilities.read_sql && (
        <Notice tone="info">
          <p>You need additional permissions to see what storage holds.</p>
        </Notice>
      )}
      {usage.isLoading && (
        <div role="status" aria-label="Loading usage">
          <Skeleton height={180} radius={8} />
        </div>
      )}
      {usage.isError && usage.data === undefined && (
        <ErrorState
          error={usage.error}
          title="The usage could not be loaded"
          onRetry={() => void usage.refetch()}
        />
      )}
      {usage.data !== undefined && found === null && (
        <p>Nobody has looked through the storage of this project yet.</p>
      )}
      {found !== null && <Found usage={found} quota={quota} quotas={quotas} />}
    </Section>
  );
}

interface FoundProps {
  usage: StorageUsage;
  /** In bytes, of the project. Null: none. */
  quota: number | null;
  /** The same of buckets, by id. */
  quotas: ReadonlyMap<string, number>;
}

function Found({ usage, quota, quotas }: FoundProps) {
  const { at, objects, bytes, buckets, waiting, missing } = usage;
  const facts: Fact[] = [
    { label: 'Looked at', value: <TimeAgo date={at} /> },
    { label: 'Objects', value: `${objects.toLocaleString('en')}, ${byteSize(bytes)}` },
    ...(quota === null ? [] : [{ label: 'Quota', value: shareOf(bytes, quota) }]),
    { label: 'Waiting to be cleared', value: waitingText(waiting) },
    { label: 'Missing files', value: missing.objects === 0 ? 'None' : missing.objects.toLocaleString('en') },
  ];
  return (
    <div className={classes.stack}>
      <FactList facts={facts} />
      {missing.objects > 0 && (
        <Notice tone="danger">
          <p>
            These objects have a row and no file. They cannot be downloaded. Upload them again, or delete
            them.
          </p>
          <ul className={classes.examples}>
            {missing.examples.map(({ bucket, name }) => (
              <li key={`${bucket}/${name}`}>
                <code>{`${bucket}/${name}`}</code>
              </li>
            ))}
            {missing.objects > missing.examples.length && (
              <li>{`and ${(missing.objects - missing.examples.length).toLocaleString('en')} more`}</li>
            )}
          </ul>
        </Notice>
      )}
      <DataTable
        label="Usage of each bucket"
        columns={columnsWith(quotas)}
        rows={buckets}
        rowKey={({ id }) => id}
        empty="This project has no buckets."
      />
    </div>
  );
}

function countOf({ files, bytes }: StorageUsage['waiting']): string {
  return `${files.toLocaleString('en')} ${files === 1 ? 'file' : 'files'}, ${byteSize(bytes)}`;
}

/** Deleted and replaced objects come back with a backup, so their files stay as long. */
function waitingText(waiting: StorageUsage['waiting']): string {
  return waiting.files === 0 ? 'Nothing' : `${countOf(waiting)}, kept while a backup may need them`;
}
