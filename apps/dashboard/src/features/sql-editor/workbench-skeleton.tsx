import { Skeleton } from '../../ui/pages/skeleton.tsx';
import classes from './sql-workbench.module.css';

/** The editor's frame while the project loads. */
export function WorkbenchSkeleton() {
  return (
    <div className={classes.workbench} aria-busy="true" role="status" aria-label="Loading the SQL editor">
      <div className={classes.toolbar}>
        <Skeleton width={84} height={30} radius={6} />
      </div>
      <div className={classes.editor} />
    </div>
  );
}
