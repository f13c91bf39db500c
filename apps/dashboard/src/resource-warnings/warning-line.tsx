import type { Project } from '@basalt/contract';
import { lazy, Suspense } from 'react';
import { cardLine } from './card-line.ts';
import { useWarnings } from './use-warnings.ts';

// Mostly all is well, and then its tooltip is not needed either.
const LineWithHint = lazy(() =>
  import('./line-with-hint.tsx').then((module) => ({ default: module.LineWithHint })),
);

/** What a project of a list needs to be looked at for. */
export function WarningLine({ project }: { project: Pick<Project, 'ref' | 'status'> }) {
  const line = cardLine(project.status, useWarnings(project.ref));
  if (line === null) return null;
  return (
    <Suspense>
      <LineWithHint line={line} />
    </Suspense>
  );
}
