import type { NewStorageKey, Project, StorageKey } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { projectUrl } from '../../lib/project-url.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import { CodeLine } from '../../ui/copy/code-line.tsx';
import { CopyButton } from '../../ui/copy/copy-button.tsx';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { Labelled } from '../../ui/fields/labelled.tsx';
import { DataTable, type DataTableColumn } from '../../ui/lists/data-table.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { NewAccessKey } from './new-access-key.tsx';
import { S3_SNIPPETS, type S3Program } from './s3-snippets.ts';
import classes from './storage-settings.module.css';

interface AccessKeysSectionProps {
  project: Project;
  isOn: boolean;
}

/** Where the S3 protocol is answered, and the keys that programs sign with. */
export function AccessKeysSection({ project, isOn }: AccessKeysSectionProps) {
  const [made, setMade] = useState<NewStorageKey | null>(null);
  const endpoint = `${projectUrl(project)}/storage/v1/s3`;
  const maySee = project.abilities.read_api_keys;
  return (
    <Section
      title="S3 access keys"
      description={
        <>
          Programs that know S3 sign their requests with one of these. They reach every bucket, bypassing row
          level security, so keep them on servers.{' '}
          <Link to="/docs/$name" params={{ name: 'storage-s3' }} className={classes.link ?? ''}>
            What works over S3
          </Link>
        </>
      }
    >
      <div className={classes.stack}>
        {!isOn && (
          <Notice tone="info">
            <p>The S3 protocol is switched off above. Keys stay, and requests are refused.</p>
          </Notice>
        )}
        <Labelled label="Endpoint" hint="Clients name the bucket in the path, which many call path style.">
          <CodeLine value={endpoint} label="S3 endpoint" />
        </Labelled>
        <Labelled label="Region" hint="Requests are signed for it.">
          <CodeLine value={project.region} label="S3 region" />
        </Labelled>
        {maySee ? (
          <Keys project={project} made={made} onMade={setMade} />
        ) : (
          <Notice tone="info">
            <p>You need additional permissions to see the access keys.</p>
          </Notice>
        )}
        <Snippets
          endpoint={endpoint}
          region={project.region}
          accessKey={made?.access_key ?? '<access key>'}
          secretKey={made?.secret_key ?? '<secret key>'}
        />
      </div>
    </Section>
  );
}

interface KeysProps {
  project: Project;
  made: NewStorageKey | null;
  onMade: (key: NewStorageKey | null) => void;
}

function Keys({ project: { ref, abilities }, made, onMade }: KeysProps) {
  const mayChange = abilities.update_api_config;
  const keys = useQuery(orpc.storageKeys.list.queryOptions({ input: { ref } }));
  const queries = useQueryClient();
  const [doomed, setDoomed] = useState<StorageKey | null>(null);
  const remove = useAction({
    mutation: orpc.storageKeys.delete.mutationOptions(),
    done: 'Deleted the access key',
    failed: (message) => `Failed to delete access key: ${message}`,
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: orpc.storageKeys.list.key({ input: { ref } }) });
      setDoomed(null);
    },
  });
  const columns: DataTableColumn<StorageKey>[] = [
    {
      key: 'description',
      header: 'For',
      render: ({ description }) => (
        <span className={classes.name} title={description}>
          {description}
        </span>
      ),
    },
    {
      key: 'key',
      header: 'Access key',
      render: ({ access_key }) => (
        <span className={classes.key}>
          <code>{access_key.slice(0, 8)}…</code>
          <CopyButton value={access_key} label="access key" />
        </span>
      ),
    },
    {
      key: 'created',
      header: 'Created',
      isMinor: true,
      render: ({ created_at }) => <TimeAgo date={created_at} />,
    },
    ...(mayChange
      ? [
          {
            key: 'delete',
            header: <span className="visually-hidden">Delete</span>,
            align: 'right' as const,
            width: 80,
            render: (key: StorageKey) => (
              <Button size="xs" aria-label={`Delete ${key.description}`} onClick={() => setDoomed(key)}>
                Delete
              </Button>
            ),
          },
        ]
      : []),
  ];
  if (keys.data === undefined)
    return keys.isError ? (
      <ErrorState
        error={keys.error}
        title="The access keys could not be loaded"
        onRetry={() => void keys.refetch()}
      />
    ) : (
      <div role="status" aria-label="Loading access keys">
        <Skeleton height={110} radius={10} />
      </div>
    );
  return (
    <>
      {mayChange && <NewAccessKey projectRef={ref} made={made} onMade={onMade} />}
      <DataTable
        label="S3 access keys"
        columns={columns}
        rows={keys.data.data}
        rowKey={({ id }) => id}
        empty="No access keys yet."
      />
      <ConfirmDialog
        opened={doomed !== null}
        onClose={() => setDoomed(null)}
        onConfirm={() => doomed !== null && void remove.run({ ref, id: doomed.id })}
        title="Delete access key"
        confirmLabel="Delete key"
        danger
        isRunning={remove.isRunning}
      >
        Whatever signs with the key for {doomed?.description ?? 'it'} is refused at once. This cannot be
        undone.
      </ConfirmDialog>
    </>
  );
}

function Snippets(access: Parameters<(typeof S3_SNIPPETS)[S3Program]>[0]) {
  const [program, setProgram] = useState<S3Program>('AWS CLI');
  return (
    <div className={classes.stack}>
      <ChoiceField
        label="Program"
        value={program}
        options={Object.keys(S3_SNIPPETS).map((name) => ({ value: name, label: name }))}
        onChange={(next) => setProgram(next as S3Program)}
      />
      <CodeBlock label={`${program} snippet`} value={S3_SNIPPETS[program](access)} />
    </div>
  );
}
