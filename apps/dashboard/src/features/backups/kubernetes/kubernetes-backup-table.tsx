import type { KubernetesBackups, Project } from '@basalt/contract';
import { duration, elapsed } from '../../../lib/format/duration.ts';
import { DataTable, type DataTableColumn } from '../../../ui/lists/data-table.tsx';
import { RowMenu } from '../../../ui/menus/row-menu.tsx';
import { StateLabel } from '../../../ui/status/state-label.tsx';
import type { StatusTone } from '../../../ui/status/status-look.ts';
import { TimeAgo } from '../../../ui/status/time-ago.tsx';
import classes from '../list/backup-table.module.css';
import { disabledReason } from '../state/disabled-reason.ts';
import { minuteText } from '../time/moment-labels.ts';

type Backup = KubernetesBackups['backups'][number];

interface KubernetesBackupTableProps {
  project: Project;
  backups: readonly Backup[];
  zone: string;
  /** @param at when the backup was finished, in milliseconds since 1970 */
  onRestore: (id: number, at: number) => void;
}

const STATES: Record<Backup['state'], { tone: StatusTone; label: string }> = {
  running: { tone: 'live', label: 'Being taken' },
  done: { tone: 'ok', label: 'Finished' },
  failed: { tone: 'danger', label: 'Failed' },
};

/** Backups as their objects in Kubernetes tell of them. */
export function KubernetesBackupTable({ project, backups, zone, onRestore }: KubernetesBackupTableProps) {
  if (backups.length === 0) return <p>There are none yet. The first one is made when the project is.</p>;
  const columns: DataTableColumn<Backup>[] = [
    {
      key: 'taken',
      header: 'Backup',
      render: ({ name, is_scheduled, started_at, postgres_engine }) => (
        <div className={classes.taken} title={name}>
          {started_at === null ? (
            <span className={classes.when}>Not begun yet</span>
          ) : (
            <time className={classes.when} dateTime={started_at}>
              {minuteText(Date.parse(started_at), zone)}
            </time>
          )}
          <span className={classes.dim}>
            {is_scheduled ? 'Scheduled' : 'Asked for'}
            {postgres_engine !== null && ` · PostgreSQL ${postgres_engine}`}
            {started_at !== null && (
              <>
                {' '}
                · <TimeAgo date={started_at} />
              </>
            )}
          </span>
        </div>
      ),
    },
    {
      key: 'took',
      header: 'Took',
      isMinor: true,
      render: ({ started_at, finished_at }) =>
        started_at === null || finished_at === null
          ? '–'
          : duration(elapsed(started_at, finished_at, 0) ?? 0),
    },
    {
      key: 'state',
      header: 'State',
      render: ({ state, error }) => (
        <div className={classes.trust}>
          <span>
            <StateLabel {...STATES[state]} />
          </span>
          {error !== null && <span className={classes.problem}>{error}</span>}
        </div>
      ),
    },
    {
      key: 'menu',
      header: <span className="visually-hidden">Actions</span>,
      align: 'right',
      width: 56,
      render: ({ id, started_at, finished_at, is_restorable }) =>
        is_restorable &&
        started_at !== null &&
        finished_at !== null && (
          <RowMenu
            label={`Actions for the backup of ${minuteText(Date.parse(started_at), zone)}`}
            entries={() => [
              {
                label: 'Restore into a new project',
                reason: disabledReason('restore-to-new', project, false),
                onChoose: () => onRestore(id, Date.parse(finished_at)),
              },
            ]}
          />
        ),
    },
  ];
  return (
    <div className={classes.table}>
      <DataTable label="Backups" columns={columns} rows={backups} rowKey={({ id }) => id} />
    </div>
  );
}
