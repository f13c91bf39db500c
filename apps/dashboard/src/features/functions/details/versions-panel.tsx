import {
  type EdgeFunction,
  type FunctionVersion,
  KEPT_FUNCTION_VERSIONS,
  type Project,
} from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { useAction } from '../../../lib/use-action.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { DataTable, type DataTableColumn } from '../../../ui/lists/data-table.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { Tag } from '../../../ui/status/tag.tsx';
import { TimeAgo } from '../../../ui/status/time-ago.tsx';
import { useFunctionRefresh } from '../use-functions.ts';
import classes from './details.module.css';

interface VersionsPanelProps {
  project: Project;
  own: EdgeFunction;
}

/** What was deployed lately, and the way back to it. */
export function VersionsPanel({ project: { ref, abilities }, own: { slug, name } }: VersionsPanelProps) {
  const { data, error, refetch } = useQuery(
    orpc.functions.versions.queryOptions({ input: { ref, function_slug: slug } }),
  );
  const refresh = useFunctionRefresh();
  const [wanted, setWanted] = useState<FunctionVersion | null>(null);
  const rollBack = useAction({
    mutation: orpc.functions.rollBack.mutationOptions(),
    done: ({ version }, { version: former }) => `Deployed version ${former} again, as version ${version}`,
    failed: (message) => `The function was not rolled back: ${message}`,
    onDone: async () => {
      setWanted(null);
      await refresh();
    },
  });
  const columns: DataTableColumn<FunctionVersion>[] = [
    {
      key: 'version',
      header: 'Version',
      width: 170,
      render: ({ version, is_current }) => (
        <>
          {version} {is_current && <Tag tone="ok">Deployed</Tag>}
        </>
      ),
    },
    { key: 'at', header: 'Deployed', render: ({ deployed_at }) => <TimeAgo date={deployed_at} /> },
    {
      key: 'jwt',
      header: 'Callers',
      isMinor: true,
      render: ({ verify_jwt }) => (verify_jwt ? 'Key or token' : 'Anybody'),
    },
    {
      key: 'digest',
      header: 'SHA-256',
      isMinor: true,
      render: ({ ezbr_sha256, version }) => (
        <>
          <code className={classes.digest}>{ezbr_sha256.slice(0, 12)}…</code>{' '}
          <CopyButton value={ezbr_sha256} label={`digest of version ${version}`} />
        </>
      ),
    },
    ...(abilities.deploy_functions
      ? [
          {
            key: 'back',
            header: <span className="visually-hidden">Roll back</span>,
            align: 'right' as const,
            width: 110,
            render: (version: FunctionVersion) =>
              version.is_current ? null : (
                <Button
                  size="xs"
                  aria-label={`Roll back to version ${version.version}`}
                  onClick={() => setWanted(version)}
                >
                  Roll back
                </Button>
              ),
          },
        ]
      : []),
  ];
  if (data === undefined)
    return error !== null ? (
      <ErrorState error={error} title="The versions could not be loaded" onRetry={() => void refetch()} />
    ) : (
      <div role="status" aria-label="Loading versions">
        <Skeleton height={33 + 4 * 41} radius={10} />
      </div>
    );
  return (
    <>
      <DataTable label="Versions" columns={columns} rows={data.versions} rowKey={({ version }) => version} />
      <p className={classes.digest}>The last {KEPT_FUNCTION_VERSIONS} versions are kept.</p>
      <ConfirmDialog
        opened={wanted !== null}
        onClose={() => setWanted(null)}
        onConfirm={() =>
          wanted !== null && void rollBack.run({ ref, function_slug: slug, version: wanted.version })
        }
        title={`Roll back to version ${wanted?.version ?? ''}?`}
        confirmLabel="Roll back"
        isRunning={rollBack.isRunning}
      >
        <p>
          The files of version {wanted?.version} are deployed again, and {name} answers with them from the
          next request on. The present version stays in this list.
        </p>
        {wanted?.verify_jwt === false && <p>Whoever knows the address can call that version.</p>}
      </ConfirmDialog>
    </>
  );
}
