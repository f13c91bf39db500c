import { Skeleton } from '../../ui/pages/skeleton.tsx';

/** One organization with three projects, at the size of the real rows. */
export function ProjectListSkeleton() {
  return (
    <div role="status" aria-label="Loading projects">
      <div style={{ height: 36, paddingTop: 6 }}>
        <Skeleton width={160} height={18} />
      </div>
      <Skeleton height={158} radius={10} />
    </div>
  );
}
