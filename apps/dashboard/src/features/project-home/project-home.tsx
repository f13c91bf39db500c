import type { Project } from '@basalt/contract';
import { IconTerminal2 } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { projectQuery, useProject } from '../../api/use-project.ts';
import { usePublicKey } from '../../api/use-public-key.ts';
import { clientCode } from '../../lib/client-code.ts';
import { withConnect } from '../../lib/connect.ts';
import { CommandButton } from '../../operations/commands/command-button.tsx';
import { disabledReason } from '../../operations/commands/commands.ts';

import { HealthLabel } from '../../resource-warnings/health-label.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import { Later } from '../../ui/pages/later.tsx';
import { Page, PageFrame } from '../../ui/pages/page.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { ConnectSection } from './connect-section.tsx';
import { LastDay } from './last-day.tsx';
import { ProjectFacts } from './project-facts.tsx';
import classes from './project-home.module.css';
import { StartLists } from './start-lists.tsx';
import { StateNotice } from './state-notice.tsx';
import { TimeLine } from './time-line.tsx';
import { Trends } from './trends.tsx';

/** The first page of a project: what state is it in, how to reach it, what has happened. */
export function ProjectHome({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef, { refetchInterval: useHealingStatus(projectRef) });
  if (project === undefined) return <HomeSkeleton />;
  return (
    <Page
      title={project.name}
      description={<HealthLabel project={project} />}
      actions={<QuickActions project={project} />}
    >
      <StateNotice project={project} />
      <ProjectFacts project={project} />
      <LastDay project={project} />
      <Trends project={project} />
      <Later>
        <ApplicationSection project={project} />
        <ConnectSection project={project} />
      </Later>
      <Later>
        <TimeLine projectRef={project.ref} />
        <StartLists />
      </Later>
    </Page>
  );
}

function QuickActions({ project }: { project: Project }) {
  if (project.status === 'INACTIVE') return null;
  return (
    <>
      {disabledReason('pause', project) === null && (
        <CommandButton project={project} command="pause" label="Pause…" />
      )}
      <ButtonLink
        to="/project/$ref/sql"
        params={{ ref: project.ref }}
        variant="filled"
        leftSection={<IconTerminal2 size={16} aria-hidden="true" />}
      >
        Open SQL editor
      </ButtonLink>
    </>
  );
}

/** How an application reaches the project: code that works as it is. */
function ApplicationSection({ project }: { project: Project }) {
  const key = usePublicKey(project);
  return (
    <Section
      title="Connect an application"
      description="This key is made for browsers: what it may do is up to your policies."
      actions={
        <>
          <ButtonLink to="/project/$ref/settings/api" params={{ ref: project.ref }} variant="default">
            API settings
          </ButtonLink>
          <ButtonLink to="." search={withConnect('frameworks') as never} variant="default">
            Frameworks
          </ButtonLink>
        </>
      }
    >
      <CodeBlock value={clientCode(project, key)} label="code that makes a client" />
    </Section>
  );
}

/** Home before the project is known: the same boxes in the same places, empty. */
function HomeSkeleton() {
  return (
    <PageFrame width="wide">
      <div className={classes.stack} role="status" aria-label="Loading project">
        <Skeleton width={220} height="var(--heading)" />
        <Skeleton height="var(--facts)" radius={10} />
        <Skeleton height="var(--day)" radius={10} />
        <Skeleton height="var(--trends)" radius={10} />
        <Skeleton height="var(--application)" radius={10} />
        <Skeleton height={234} radius={10} />
        <Skeleton height={261} radius={10} />
      </div>
    </PageFrame>
  );
}

/** How often a project that is not well is looked at, in milliseconds. */
const LOOK_AGAIN = 4_000;

/** The interval at which home reads the project again: only while it is unhealthy, so that the page heals by itself. */
function useHealingStatus(ref: string): number | false {
  const project = useQueryClient().getQueryData(projectQuery(ref).queryKey);
  return project?.status === 'ACTIVE_UNHEALTHY' ? LOOK_AGAIN : false;
}
