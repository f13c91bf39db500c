import { Skeleton } from '../../ui/pages/skeleton.tsx';
import classes from './settings-skeleton.module.css';

/** The sections of the settings before the project is known, at their final size. */
export function SettingsSkeleton() {
  return (
    <div className={classes.sections} role="status" aria-label="Loading project">
      <Skeleton height="var(--details)" radius={10} />
      <Skeleton height="var(--availability)" radius={10} />
      <Skeleton height="var(--deletion)" radius={10} />
    </div>
  );
}
