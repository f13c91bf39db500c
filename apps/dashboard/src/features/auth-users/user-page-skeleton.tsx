import { Skeleton } from '../../ui/pages/skeleton.tsx';
import classes from './user-page.module.css';

/** The first sections of a user's page, at their size. */
export function UserPageSkeleton() {
  return (
    <div className={classes.sections} role="status" aria-label="Loading user">
      <Skeleton height={330} radius={10} />
      <Skeleton height={288} radius={10} />
      <Skeleton height={120} radius={10} />
    </div>
  );
}
