import type { BackupOverview } from '@basalt/contract';
import { Notice } from '../../ui/pages/notice.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { backupProblems } from './backup-problems.ts';
import { minuteText } from './moment-labels.ts';
import classes from './problem-notices.module.css';

interface ProblemNoticesProps {
  overview: BackupOverview;
  zone: string;
}

/** What is wrong with backups, before anything else. */
export function ProblemNotices({ overview, zone }: ProblemNoticesProps) {
  const problems = backupProblems(overview, Date.now());
  if (problems.length === 0) return null;
  return (
    <div className={classes.notices}>
      {problems.map(({ tone, title, text, since }) => (
        <Notice key={title} tone={tone} title={title}>
          <p>{text}</p>
          {since !== null && (
            <p>
              Since {minuteText(Date.parse(since), zone)} (<TimeAgo date={since} />)
            </p>
          )}
        </Notice>
      ))}
    </div>
  );
}
