import { type PostgresEngine, type Project, TRANSITIONS, type UpgradeEligibility } from '@basalt/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { orpc } from '../../api/client.ts';
import { byteSize } from '../../lib/format/byte-size.ts';
import { useAction } from '../../lib/use-action.ts';
import { showStatus } from '../../operations/refresh-project.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { awayLabels } from './eligibility-facts.ts';
import classes from './upgrade-dialog.module.css';

interface UpgradeDialogProps {
  project: Project;
  target: PostgresEngine;
  eligibility: UpgradeEligibility;
  opened: boolean;
  onClose: () => void;
}

/** Asks for the project's name before an upgrade begins, then leads to its page. */
export function UpgradeDialog({ project, target, eligibility, opened, onClose }: UpgradeDialogProps) {
  const { ref, name } = project;
  const { run, isRunning, error, reset } = useUpgradeStart(project);
  const { data_bytes, estimated_seconds, current_version } = eligibility;
  const from = current_version.postgres_engine;
  function close() {
    reset();
    onClose();
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={close}
      title={`Upgrade to PostgreSQL ${target}`}
      confirmLabel="Upgrade"
      typedName={name}
      isRunning={isRunning}
      onConfirm={() => void run({ ref, target_version: target })}
    >
      <ul className={classes.list}>
        <li>
          The project is unavailable for {awayLabels(estimated_seconds)}, and clients connect again
          afterwards.
        </li>
        {eligibility.in_place ? (
          <InPlace from={from} hasArchive={eligibility.has_archive} />
        ) : (
          <>
            <li>
              {byteSize(data_bytes)} are copied to a new cluster. Should anything go wrong, the project goes
              on with the old one.
            </li>
            <li>
              The old cluster is kept until you delete it: you can go back to PostgreSQL {from} within
              seconds.
            </li>
          </>
        )}
      </ul>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
    </ConfirmDialog>
  );
}

/** What is different where the data stays where it is. */
function InPlace({ from, hasArchive }: { from: PostgresEngine; hasArchive: boolean }) {
  return (
    <>
      <li>
        CloudNativePG upgrades the data where it is. Should it give that up, the project goes on with
        PostgreSQL {from}. Once begun, it cannot be canceled.
      </li>
      <li>
        {hasArchive
          ? `There is no way back in place. What the project is now can be restored into a new project with PostgreSQL ${from} as long as the object store keeps its backups.`
          : 'There is no way back: this installation names no object store, so nothing keeps what the project is now.'}
      </li>
    </>
  );
}

function useUpgradeStart({ ref }: Project) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useAction({
    mutation: orpc.upgrades.start.mutationOptions(),
    done: 'Upgrading project',
    onDone: async ({ tracking_id: trackingId }) => {
      await navigate({ to: '/project/$ref', params: { ref }, search: { trackingId } });
      await showStatus(queries, ref, TRANSITIONS.upgrade.during);
      await queries.invalidateQueries({ queryKey: orpc.upgrades.key() });
    },
  });
}
