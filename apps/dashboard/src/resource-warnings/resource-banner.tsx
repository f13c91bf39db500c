import type { Project } from '@basalt/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useProject } from '../api/use-project.ts';
import { onBanner, type Problem, problemsOf } from './health.ts';
import { RemedyLinks } from './remedy-links.tsx';
import classes from './resource-banner.module.css';
import { useIsLate } from './use-is-late.ts';
import { useFreshWarnings } from './use-warnings.ts';

/** How often the project is read again, in milliseconds: its record says what cannot wait for the warnings. */
const LOOK_AGAIN = 30_000;

/**
 * What is wrong with a project, above all of its pages. Nothing when all is well. What comes up while somebody looks at
 * a page lies over the page, and gets its own room on the next one: nothing moves under the reader's hand.
 */
export function ResourceBanner({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef, { refetchInterval: LOOK_AGAIN });
  const warnings = useFreshWarnings(projectRef, project);
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/+$/, '') });
  const problems = project === undefined ? [] : onBanner(problemsOf(project, warnings), path);
  const isLate = useIsLate(path, problems.length > 0);
  return (
    <div className={classes.place} data-late={isLate || undefined}>
      {project !== undefined &&
        problems.map((problem) => <Banner key={problem.kind} problem={problem} project={project} />)}
    </div>
  );
}

/** A line across the whole width above the pages of a project. */
function Banner({
  problem: { kind, isCritical, title, text },
  project,
}: {
  problem: Problem;
  project: Project;
}) {
  return (
    <section className={classes.banner} data-critical={isCritical || undefined} aria-label="Resource warning">
      <IconAlertTriangle size={18} stroke={1.75} className={classes.icon} aria-hidden="true" />
      <div className={classes.words} role={isCritical ? 'alert' : 'status'}>
        <p className={classes.title}>{title}</p>
        <p className={classes.text}>{text}</p>
      </div>
      <div className={classes.action}>
        <RemedyLinks kind={kind} project={project} />
      </div>
    </section>
  );
}
