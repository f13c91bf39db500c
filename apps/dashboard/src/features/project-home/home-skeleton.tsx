import { PageFrame } from '../../ui/pages/page.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import classes from './home-skeleton.module.css';

/** Home before the project is known: the same boxes in the same places, empty. */
export function HomeSkeleton() {
  return (
    <PageFrame width="wide">
      <div className={classes.stack} role="status" aria-label="Loading project">
        <Skeleton width={220} height="var(--heading)" />
        <Skeleton height="var(--facts)" radius={10} />
        <Skeleton height="var(--application)" radius={10} />
        <Skeleton height={234} radius={10} />
        <Skeleton height={261} radius={10} />
      </div>
    </PageFrame>
  );
}
