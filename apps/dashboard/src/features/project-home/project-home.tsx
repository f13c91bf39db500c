import type { Project } from '@basalt/contract';
import { IconTerminal2 } from '@tabler/icons-react';
import { useProject } from '../../api/use-project.ts';
import { CommandButton } from '../../operations/commands/command-button.tsx';
import { disabledReason } from '../../operations/commands/commands.ts';
import { OperationList } from '../../operations/progress/operation-list.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { StatusBadge } from '../../ui/status/status-badge.tsx';
import { ApplicationSection } from './application-section.tsx';
import { ConnectSection } from './connect-section.tsx';
import { HomeSkeleton } from './home-skeleton.tsx';
import { ProjectFacts } from './project-facts.tsx';
import { StateNotice } from './state-notice.tsx';
import { useHealingStatus } from './use-healing-status.ts';

/** The first page of a project: what state is it in, how to reach it, what has happened. */
export function ProjectHome({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef, { refetchInterval: useHealingStatus(projectRef) });
  if (project === undefined) return <HomeSkeleton />;
  return (
    <Page
      title={project.name}
      description={<StatusBadge status={project.status} />}
      actions={<QuickActions project={project} />}
    >
      <StateNotice project={project} />
      <ProjectFacts project={project} />
      <ApplicationSection project={project} />
      <ConnectSection projectRef={project.ref} isPaused={project.status === 'INACTIVE'} />
      <Section title="Recent operations">
        <OperationList projectRef={project.ref} />
      </Section>
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
