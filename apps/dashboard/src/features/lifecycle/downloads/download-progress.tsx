import { ProgressBar } from '../../../operations/progress/progress-bar.tsx';
import classes from './download-progress.module.css';
import type { Downloads } from './use-downloads.ts';

const STARTING = { text: 'Preparing the database backup', done_bytes: 0, total_bytes: null };

/** How far the file is that is being written; nothing when none is. */
export function DownloadProgress({ downloads: { database } }: { downloads: Downloads }) {
  if (!database.isPreparing) return null;
  return (
    <section className={classes.panel} aria-label="Download">
      <ProgressBar progress={database.file?.progress ?? STARTING} />
      <p className={classes.text}>The download begins by itself when the file is ready.</p>
    </section>
  );
}
