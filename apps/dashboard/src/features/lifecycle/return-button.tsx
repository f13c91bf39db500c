import { type Project, type RestorePoint, TRANSITIONS } from '@basalt/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { showStatus } from '../../operations/refresh-project.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';

/** Goes back to the newest of the kept databases; nothing where none is kept. */
export function ReturnButton({ project }: { project: Project }) {
  const { data } = useQuery(orpc.backups.overview.queryOptions({ input: { ref: project.ref } }));
  const point = data?.restore_points.toSorted((a, b) => b.created_at.localeCompare(a.created_at))[0];
  return point === undefined ? null : <ReturnTo project={project} point={point} />;
}

function ReturnTo({ project, point }: { project: Project; point: RestorePoint }) {
  const { ref, abilities } = project;
  const [asking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const { run, isRunning } = useAction({
    mutation: orpc.backups.returnTo.mutationOptions(),
    done: 'Going back to the restore point',
    failed: (message) => `Failed to go back to the restore point: ${message}`,
    onDone: () => showStatus(queryClient, ref, TRANSITIONS.return_to.during),
  });
  const reason = abilities.restore_backup ? null : 'You need additional permissions to restore backups';
  return (
    <>
      <GuardedButton reason={reason} onClick={() => setAsking(true)}>
        Go back to the restore point
      </GuardedButton>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Go back to the restore point"
        confirmLabel="Go back"
        isRunning={isRunning}
        onConfirm={() => void run({ ref, id: point.id }).then(() => setAsking(false))}
      >
        <p>
          The project starts with the database that was kept <TimeAgo date={point.created_at} /> (PostgreSQL{' '}
          {point.postgres_engine}). The present one is kept as a restore point in turn.
        </p>
      </ConfirmDialog>
    </>
  );
}
