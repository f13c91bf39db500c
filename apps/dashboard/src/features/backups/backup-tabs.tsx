import { Link } from '@tanstack/react-router';
import classes from './backup-tabs.module.css';

/** The two pages about backups. Each has an address of its own. */
export function BackupTabs({ projectRef }: { projectRef: string }) {
  const params = { ref: projectRef };
  const look = { className: classes.tab, activeProps: { 'aria-current': 'page' } } as const;
  return (
    <nav className={classes.tabs} aria-label="Backups">
      <Link to="/project/$ref/database/backups/scheduled" params={params} {...look}>
        Scheduled backups
      </Link>
      <Link to="/project/$ref/database/backups/pitr" params={params} {...look}>
        Point in time
      </Link>
    </nav>
  );
}
