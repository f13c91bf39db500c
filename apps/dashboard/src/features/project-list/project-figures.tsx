import type { ListedProject } from '@basalt/contract';
import { byteSize } from '../../lib/format/byte-size.ts';
import { SparkBars } from '../../ui/charts/spark-bars.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import classes from './project-figures.module.css';

interface FigureProps {
  project: ListedProject;
}

/** What a project takes of its disk, beside the share of it. */
export function Disk({ project: { disk_bytes: bytes, disk_size_gb: size, is_attached } }: FigureProps) {
  if (bytes === null) return <span className={classes.none}>Not known yet</span>;
  const share = bytes / (size * 1024 ** 3);
  return (
    <span
      className={classes.figure}
      title={`${byteSize(bytes)} ${is_attached ? 'on its own server' : `of ${size} GB`}`}
    >
      <span className={classes.track} aria-hidden="true">
        {!is_attached && <span className={classes.used} style={{ width: `${Math.min(1, share) * 100}%` }} />}
      </span>
      {byteSize(bytes)}
    </span>
  );
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const exact = new Intl.NumberFormat('en');
/** How many requests a project had lately, beside a bar for each day. */
export function Requests({ project: { requests } }: FigureProps) {
  const total = requests.reduce((sum, count) => sum + count, 0);
  if (total === 0) return <span className={classes.none}>None</span>;
  return (
    <span
      className={classes.figure}
      title={`${exact.format(total)} requests in 7 days, ${exact.format(requests.at(-1) ?? 0)} today (UTC)`}
    >
      <SparkBars values={requests} />
      {compact.format(total)}
    </span>
  );
}

/** When the newest whole copy of a project was complete. */
export function LastBackup({ project: { last_backup_at: at, is_attached } }: FigureProps) {
  if (is_attached)
    return (
      <span className={classes.none} title="The database is attached: it is backed up where its server runs.">
        Attached
      </span>
    );
  return at === null ? <span className={classes.none}>None yet</span> : <TimeAgo date={at} />;
}
