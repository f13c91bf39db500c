import type { Project } from '@basalt/contract';
import { lazy, Suspense } from 'react';
import { StatusBadge } from '../ui/status/status-badge.tsx';

const HealthState = lazy(() =>
  import('./health-state.tsx').then((module) => ({ default: module.HealthState })),
);

/** How a project is, the same wherever it is said. Its status stands there until the rule that knows more is loaded. */
export function HealthLabel({ project }: { project: Project }) {
  return (
    <Suspense fallback={<StatusBadge status={project.status} />}>
      <HealthState project={project} />
    </Suspense>
  );
}
