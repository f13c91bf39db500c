import { PageFrame } from '../../ui/pages/page.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import classes from './gate-skeleton.module.css';

/** Before anything is known about the project: the frame of a page, quiet enough not to promise a certain one. */
export function GateSkeleton() {
  return (
    <PageFrame width="wide">
      <div className={classes.stack} role="status" aria-label="Loading project">
        <Skeleton width={220} height={30} />
        <Skeleton height={120} radius={10} />
        <Skeleton height={120} radius={10} />
      </div>
    </PageFrame>
  );
}
