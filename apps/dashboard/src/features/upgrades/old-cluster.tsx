import type { Project, UpgradeState } from '@basalt/contract';
import { TRANSITIONS } from '@basalt/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { byteSize } from '../../lib/format/byte-size.ts';
import { useAction } from '../../lib/use-action.ts';
import { showStatus } from '../../operations/refresh-project.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { discardDisabledReason, goBackDisabledReason } from './disabled-reason.ts';

interface OldClusterProps {
  project: Project;
  upgrade: UpgradeState;
}

/** The cluster that an upgrade has replaced: the way back while it is kept, nothing afterwards. */
export function OldCluster({ project, upgrade }: OldClusterProps) {
  const [asking, setAsking] = useState<'return' | 'delete' | null>(null);
  const { kept_database_id: id, from_version: from, target_version: to } = upgrade;
  const size = useKeptSize(project.ref, id);
  const { goBack, discard } = useOldCluster(project.ref, () => setAsking(null));
  if (id === null) return null;
  const input = { ref: project.ref, id };
  return (
    <>
      <Section
        title={`The old cluster with PostgreSQL ${from} is kept`}
        description={`It is as it was before the upgrade${size === null ? '' : ` and takes ${byteSize(size)} of the disk`}. Delete it when everything works with PostgreSQL ${to}.`}
        actions={
          <>
            <GuardedButton reason={goBackDisabledReason(project)} onClick={() => setAsking('return')}>
              {`Go back to PostgreSQL ${from}`}
            </GuardedButton>
            <GuardedButton
              color="red"
              variant="light"
              reason={discardDisabledReason(project)}
              onClick={() => setAsking('delete')}
            >
              Delete the old cluster
            </GuardedButton>
          </>
        }
      />
      <ConfirmDialog
        opened={asking === 'return'}
        onClose={() => setAsking(null)}
        title={`Go back to PostgreSQL ${from}`}
        confirmLabel="Go back"
        isRunning={goBack.isRunning}
        onConfirm={() => void goBack.run(input)}
      >
        <p>
          The project starts with the database as it was before the upgrade. What has been written since is
          not in it; it is kept in turn, so this can be taken back.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'delete'}
        onClose={() => setAsking(null)}
        title="Delete the old cluster"
        confirmLabel="Delete the old cluster"
        danger
        isRunning={discard.isRunning}
        onConfirm={() => void discard.run(input)}
      >
        <p>
          The way back to PostgreSQL {from} is closed. Backups from before the upgrade stay until their time
          is over.
        </p>
      </ConfirmDialog>
    </>
  );
}

function useKeptSize(ref: string, id: string | null): number | null {
  const { data } = useQuery(orpc.backups.overview.queryOptions({ input: { ref }, enabled: id !== null }));
  return data?.kept_databases.find((kept) => kept.id === id)?.disk_bytes ?? null;
}

function useOldCluster(ref: string, onOver: () => void) {
  const queries = useQueryClient();
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: orpc.upgrades.key() }),
      queries.invalidateQueries({ queryKey: orpc.backups.key() }),
      queries.invalidateQueries({ queryKey: orpc.operations.key() }),
    ]);
  const goBack = useAction({
    mutation: orpc.backups.returnTo.mutationOptions(),
    done: 'Going back to the old cluster',
    failed: (message) => `Failed to go back to the old cluster: ${message}`,
    onDone: async () => {
      onOver();
      await showStatus(queries, ref, TRANSITIONS.return_to.during);
      await refresh();
    },
  });
  const discard = useAction({
    mutation: orpc.backups.discardKeptDatabase.mutationOptions(),
    done: 'Deleted the old cluster',
    failed: (message) => `Failed to delete the old cluster: ${message}`,
    onDone: async () => {
      onOver();
      await refresh();
    },
  });
  return { goBack, discard };
}
