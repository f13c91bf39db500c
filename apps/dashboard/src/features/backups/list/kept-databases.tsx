import type { KeptDatabase } from '@basalt/contract';
import { useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { byteSize } from '../../../lib/format/byte-size.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { ActionRow, ActionRows } from '../../../ui/lists/action-row.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { TimeAgo } from '../../../ui/status/time-ago.tsx';
import type { BackupsShown } from '../restore/backups-shown.ts';
import { engineLabels, keptLabels } from '../state/backup-labels.ts';
import { disabledReason } from '../state/disabled-reason.ts';
import { useBackupAction } from '../state/use-backups.ts';
import { momentText } from '../time/moment-labels.ts';

/** Former databases of the project that can be returned to. Without any, nothing is shown. */
export function KeptDatabases({ project, overview, zone, running, onRestore }: BackupsShown) {
  const [discarding, setDiscarding] = useState<KeptDatabase | null>(null);
  const discard = useBackupAction({
    mutation: orpc.backups.discardKeptDatabase.mutationOptions(),
    done: 'Deleted the kept database',
    failed: (message) => `Failed to delete the kept database: ${message}`,
    onDone: () => setDiscarding(null),
  });
  if (overview.kept_databases.length === 0) return null;
  const noReturn = disabledReason('restore', project, running !== null);
  const noDiscard = disabledReason('remove', project, running !== null);
  return (
    <Section
      title="Kept databases"
      description="What this project was before it was restored or upgraded. Each takes its full size on the disk until you delete it."
    >
      <ActionRows>
        {overview.kept_databases.map((kept) => {
          const { id, created_at, postgres_engine, disk_bytes } = kept;
          return (
            <ActionRow
              key={id}
              title={`${keptLabels(kept.reason)}, ${momentText(Date.parse(created_at), zone)}`}
              text={
                <>
                  {engineLabels(postgres_engine)} · {byteSize(disk_bytes)} · <TimeAgo date={created_at} />
                </>
              }
              action={
                <>
                  <GuardedButton
                    reason={noReturn}
                    onClick={() =>
                      onRestore('in-place', {
                        kind: 'kept',
                        id,
                        at: Date.parse(created_at),
                        engine: postgres_engine,
                      })
                    }
                  >
                    Go back to it
                  </GuardedButton>
                  <GuardedButton
                    color="red"
                    variant="light"
                    reason={noDiscard}
                    onClick={() => setDiscarding(kept)}
                  >
                    Delete
                  </GuardedButton>
                </>
              }
            />
          );
        })}
      </ActionRows>
      <ConfirmDialog
        opened={discarding !== null}
        onClose={() => setDiscarding(null)}
        title="Delete kept database"
        confirmLabel="Delete"
        danger
        isRunning={discard.isRunning}
        onConfirm={() => discarding !== null && void discard.run({ ref: project.ref, id: discarding.id })}
      >
        <p>
          This frees {byteSize(discarding?.disk_bytes ?? 0)}. It cannot be gone back to any more; backups are
          not touched.
        </p>
      </ConfirmDialog>
    </Section>
  );
}
