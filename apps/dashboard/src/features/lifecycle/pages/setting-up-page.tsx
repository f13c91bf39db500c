import { type Project, SETUP_HELP_AFTER } from '@basalt/contract';
import { lazy, type ReactNode, Suspense } from 'react';
import { isSomebodyElses } from '../../../lib/is-somebody-elses.ts';
import { SCHEDULES } from '../../../operations/follow/poll-schedules.ts';
import { useStatusPoll } from '../../../operations/follow/use-status-poll.ts';
import { OperationProgress } from '../../../operations/progress/operation-progress.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { StatePage } from '../../../ui/pages/state-page.tsx';
import { SupportLink } from '../../../ui/pages/support-link.tsx';
import { useAfter } from '../use-after.ts';

const SetUpPanels = lazy(() =>
  import('../set-up-panels.tsx').then(({ SetUpPanels: it }) => ({ default: it })),
);

/** How far the project is, and below it what an app will need. */
export function SettingUpPage({ project, api }: { project: Project; api: ReactNode }) {
  useStatusPoll(project, SCHEDULES.settingUp);
  const needsHelp = useAfter(SETUP_HELP_AFTER);
  return (
    <>
      <StatePage
        mark="live"
        title="Setting up project"
        status={project.status}
        text={`${
          isSomebodyElses(project)
            ? `The database of ${project.name} is being prepared.`
            : `A PostgreSQL database of its own is being set up for ${project.name}.`
        } The page opens by itself when it is ready.`}
        actions={
          <ButtonLink to="/docs/$name" params={{ name: 'project-api' }} target="_blank" rel="noopener">
            Read how apps use a project
          </ButtonLink>
        }
      >
        <OperationProgress
          projectRef={project.ref}
          kinds={['create', 'restore_to_new', 'create_branch']}
          state="running"
        />
        {needsHelp && (
          <Notice
            tone="warn"
            title="This takes longer than usual"
            actions={<SupportLink project={project} subject={`Setting up ${project.name} takes too long`} />}
          >
            <p>
              Reload the page to see whether something has changed. If not, contact support; the log of the
              server says what it is waiting for.
            </p>
          </Notice>
        )}
      </StatePage>
      <Suspense>
        <SetUpPanels project={project} api={api} />
      </Suspense>
    </>
  );
}
