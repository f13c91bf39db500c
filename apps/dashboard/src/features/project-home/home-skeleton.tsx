import { Skeleton } from '../../ui/skeleton.tsx';
import classes from './home-skeleton.module.css';

/** Home before the project is known: the same boxes, empty. */
export function HomeSkeleton() {
  return (
    <div className={classes.page} role="status" aria-label="Loading project">
      <div>
        <Skeleton width={220} height={30} />
        <Skeleton width={80} height={18} />
      </div>
      <Skeleton height={158} radius={10} />
      <Skeleton height={214} radius={10} />
      <Skeleton height={190} radius={10} />
    </div>
  );
}
