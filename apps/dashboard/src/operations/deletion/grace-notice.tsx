import type { Project } from '@basalt/contract';
import { usePauseStatus } from '../../api/use-pause-status.ts';
import { graceLabels } from './grace-labels.ts';
import classes from './grace-notice.module.css';

/** What happens now and what happens later. */
export function GraceNotice({ project }: { project: Project }) {
  const { data } = usePauseStatus(project.ref);
  return (
    <div className={classes.words}>
      <p>The database stops, and the API and all keys of this project stop working at once.</p>
      <p>{graceLabels(data?.deletion_grace_days ?? null)}</p>
    </div>
  );
}
