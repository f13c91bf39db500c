import type { Backup } from '@basalt/contract';
import { useEffect } from 'react';
import { byteSize } from '../../../lib/format/byte-size.ts';
import { duration, elapsed } from '../../../lib/format/duration.ts';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { DataTable, type DataTableColumn } from '../../../ui/lists/data-table.tsx';
import { RowMenu, type RowMenuEntry } from '../../../ui/menus/row-menu.tsx';
import { StateLabel } from '../../../ui/status/state-label.tsx';
import { TimeAgo } from '../../../ui/status/time-ago.tsx';
import { engineLabels, reasonLabels, type Trust, trustOf } from '../state/backup-labels.ts';
import { minuteText } from '../time/moment-labels.ts';
import { momentOf } from '../timeline/timeline-plot.ts';
import classes from './backup-table.module.css';

interface BackupTableProps {
  backups: readonly Backup[];
  zone: string;
  /** The backup that was picked in the timeline. */
  pickedId: number | null;
  isVerifying: (backup: Backup) => boolean;
  entriesFor: (backup: Backup) => RowMenuEntry[];
  /** Why a backup cannot be restored in place or verified now; null when it can. */
  whyNoRestore: string | null;
  whyNoVerify: string | null;
  onRestore: (backup: Backup) => void;
  onVerify: (backup: Backup) => void;
}

/** One page of backups. */
export function BackupTable(props: BackupTableProps) {
  const { backups, zone, pickedId, isVerifying, entriesFor } = props;
  useEffect(() => {
    if (pickedId !== null) {
      document.getElementById(rowId(pickedId))?.scrollIntoView({ block: 'nearest' });
    }
  }, [pickedId]);
  const columns: DataTableColumn<Backup>[] = [
    {
      key: 'taken',
      header: 'Backup',
      render: (backup) => (
        <div
          id={rowId(backup.id)}
          className={classes.taken}
          data-picked={backup.id === pickedId || undefined}
        >
          <time className={classes.when} dateTime={new Date(momentOf(backup)).toISOString()}>
            {minuteText(momentOf(backup), zone)}
          </time>
          <span className={classes.dim}>
            {reasonLabels(backup.reason)} · <TimeAgo date={new Date(momentOf(backup))} />
          </span>
        </div>
      ),
    },
    { key: 'size', header: 'Size', isMinor: true, render: (backup) => <Size backup={backup} /> },
    {
      key: 'took',
      header: 'Took',
      isMinor: true,
      render: ({ started_at, finished_at }) =>
        // Nobody took what a project was made of.
        finished_at === null || finished_at === started_at
          ? '–'
          : duration(elapsed(started_at, finished_at, 0) ?? 0),
    },
    {
      key: 'version',
      header: 'Version',
      isMinor: true,
      render: ({ postgres_engine }) => engineLabels(postgres_engine),
    },
    {
      key: 'trust',
      header: 'State',
      render: (backup) => (
        <TrustCell
          trust={trustOf(backup, isVerifying(backup))}
          onVerify={
            backup.state === 'done' && props.whyNoVerify === null ? () => props.onVerify(backup) : null
          }
        />
      ),
    },
    {
      key: 'restore',
      header: <span className="visually-hidden">Restore</span>,
      align: 'right',
      isMinor: true,
      render: (backup) =>
        backup.state === 'done' && (
          <GuardedButton size="xs" reason={props.whyNoRestore} onClick={() => props.onRestore(backup)}>
            Restore
          </GuardedButton>
        ),
    },
    {
      key: 'more',
      header: <span className="visually-hidden">Actions</span>,
      align: 'right',
      width: 46,
      render: (backup) => (
        <RowMenu
          label={`Actions for the backup of ${minuteText(momentOf(backup), zone)}`}
          entries={() => entriesFor(backup)}
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

function Size({ backup: { stored_bytes: stored, data_bytes: data } }: { backup: Backup }) {
  if (stored === null) return '–';
  return (
    <div className={classes.size}>
      {byteSize(stored)}
      {data !== null && <span className={classes.dim}>of {byteSize(data)}</span>}
    </div>
  );
}

function TrustCell({ trust, onVerify }: { trust: Trust; onVerify: (() => void) | null }) {
  const { tone, label, at, problem } = trust;
  const isUnproven = tone === 'idle' || tone === 'danger';
  return (
    <div className={classes.trust}>
      <span>
        <StateLabel tone={tone} label={label} />{' '}
        {at !== null && (
          <span className={classes.dim}>
            <TimeAgo date={at} />
          </span>
        )}
      </span>
      {problem !== null && <span className={classes.problem}>{problem}</span>}
      {isUnproven && onVerify !== null && (
        <button type="button" className={classes.verify} onClick={onVerify}>
          Verify now
        </button>
      )}
    </div>
  );
}

const rowId = (backupId: number) => `backup-${backupId}`;
