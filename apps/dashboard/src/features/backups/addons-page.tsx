import type { BackupOverview, Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useProject } from '../../api/use-project.ts';
import { byteSize } from '../../lib/format/byte-size.ts';
import { serverKindOf } from '../../lib/pages/server-need.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { FactList } from '../../ui/lists/fact-list.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { StateLabel } from '../../ui/status/state-label.tsx';
import { PitrPanel } from './pitr-panel.tsx';
import { useBackups } from './state/use-backups.ts';

interface AddonsPageProps {
  projectRef: string;
  /** Whether the address asks for it. */
  isPitrOpen: boolean;
  onPitr: (isOpen: boolean) => void;
  /** Add-ons of other features. */
  children: (project: Project) => ReactNode;
}

/** What can be added to a project. */
export function AddonsPage({ projectRef, isPitrOpen, onPitr, children }: AddonsPageProps) {
  const { data: project } = useProject(projectRef);
  const hasOwnServer = project !== undefined && !project.is_attached;
  return (
    <Page title="Add-ons" description="On your own machine they cost nothing but its space." width="narrow">
      {project === undefined && <AddonsSkeleton />}
      {hasOwnServer && <PitrAddon project={project} isOpen={isPitrOpen} onOpen={onPitr} />}
      {project !== undefined && serverKindOf(project) !== 'attached' && <ComputeCard project={project} />}
      {project !== undefined && children(project)}
    </Page>
  );
}

function AddonsSkeleton() {
  return (
    <div role="status" aria-label="Loading add-ons">
      <Skeleton height={214} radius={10} />
    </div>
  );
}

interface PitrAddonProps {
  project: Project;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

function PitrAddon({ project, isOpen, onOpen }: PitrAddonProps) {
  const { data: overview, error, refetch } = useBackups(project.ref);
  if (overview === undefined)
    return error === null ? (
      <AddonsSkeleton />
    ) : (
      <ErrorState error={error} title="The add-ons could not be loaded" onRetry={() => void refetch()} />
    );
  return (
    <>
      <PitrCard overview={overview} onChange={() => onOpen(true)} />
      <PitrPanel project={project} overview={overview} opened={isOpen} onClose={() => onOpen(false)} />
    </>
  );
}

function PitrCard({ overview, onChange }: { overview: BackupOverview; onChange: () => void }) {
  const { pitr, schedule, stored_bytes } = overview;
  const days = `${schedule.retention_days} ${schedule.retention_days === 1 ? 'day' : 'days'}`;
  return (
    <Section
      title="Point-in-time recovery"
      description="Keeps every change, so that the project can be restored to any second."
      actions={
        <>
          <StateLabel tone={pitr.enabled ? 'ok' : 'idle'} label={pitr.enabled ? 'On' : 'Off'} />
          <Button onClick={onChange}>Change point-in-time recovery</Button>
        </>
      }
    >
      <FactList
        facts={[
          { label: 'Recovery window', value: pitr.enabled ? days : `${days} once it is on` },
          {
            label: 'Costs',
            value: pitr.enabled ? `Disk space only, ${byteSize(stored_bytes.wal)} now` : 'Disk space only',
          },
        ]}
      />
    </Section>
  );
}

function ComputeCard({ project }: { project: Project }) {
  return (
    <Section
      title="Compute size"
      description="How much memory, processor time and how many connections the project gets."
      actions={
        <ButtonLink to="/project/$ref/settings/compute-and-disk" params={{ ref: project.ref }}>
          Change compute size
        </ButtonLink>
      }
    >
      <FactList facts={[{ label: 'Now', value: project.compute_size }]} />
    </Section>
  );
}
