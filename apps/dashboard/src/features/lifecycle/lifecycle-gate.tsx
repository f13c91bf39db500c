import type { Project } from '@basalt/contract';
import { type ReactNode, useEffect, useReducer } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { useProject } from '../../api/use-project.ts';
import type { PageDeclaration } from '../../lib/pages/page-declaration.ts';
import { PageFrame } from '../../ui/pages/page.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { choosePage, restoredReducer } from './choose-page.ts';
import classes from './lifecycle-gate.module.css';
import { RemovedPage } from './pages/removed-page.tsx';
import { RestoredPage } from './pages/restored-page.tsx';
import { type StatePageParts, StatePages } from './state-pages.tsx';

interface LifecycleGateProps {
  projectRef: string;
  /** The page that is wanted, as its route declares it. */
  page: PageDeclaration | undefined;
  parts: StatePageParts;
  children: ReactNode;
}

type GateProps = Omit<LifecycleGateProps, 'projectRef'> & { project: Project };

/**
 * Shows a page of a project, or what stands in for it while the project's state does not allow it. Whoever renders
 * the gate answers for a project that could not be read at all.
 */
export function LifecycleGate({ projectRef, page, parts, children }: LifecycleGateProps) {
  const { data: project, error } = useProject(projectRef);
  if (project === undefined) return page?.worksWhilePaused ? children : <GateSkeleton />;
  // What was read before the project was deleted is still here when reading it again fails.
  if (error !== null && toApiError(error).status === 404) return <RemovedPage name={project.name} />;
  return (
    <Gate project={project} page={page} parts={parts}>
      {children}
    </Gate>
  );
}

function Gate({ project, page, parts, children }: GateProps) {
  const { status, postgrestStatus } = project;
  const chosen = choosePage({ status, postgrestStatus, page: page ?? {} });
  const [restored, dispatch] = useReducer(restoredReducer, 'following');
  useEffect(() => dispatch({ type: 'chosen', page: chosen }), [chosen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: going to another page of the project is returning to it
  useEffect(() => dispatch({ type: 'return' }), [page]);

  // The effect runs after this render: a restoration that has just ended must not let the page flash through.
  const isComplete = restoredReducer(restored, { type: 'chosen', page: chosen }) === 'complete';
  if (isComplete) return <RestoredPage project={project} onReturn={() => dispatch({ type: 'return' })} />;
  if (chosen === 'content') return children;
  return <StatePages chosen={chosen} project={project} phrase={page?.phrase} parts={parts} />;
}

/** Before anything is known about the project: the frame of a page, quiet enough not to promise a certain one. */
function GateSkeleton() {
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
