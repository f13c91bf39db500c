import type { ComputeSettings, Project } from '@basalt/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { orpc } from '../../api/client.ts';
import { useProject } from '../../api/use-project.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { DiskBar } from './disk-bar.tsx';
import { ParameterForm } from './parameter-form.tsx';
import { ReadOnlyNotice } from './read-only-notice.tsx';
import { useCompute } from './use-compute.ts';

interface DatabasePageProps {
  projectRef: string;
  /** How applications connect. */
  connection: (project: Project) => ReactNode;
  /** How many connections clients of the pooler share. */
  pooling: (project: Project) => ReactNode;
  /** Who reaches the database over the network. */
  networkAccess: (project: Project) => ReactNode;
  /** What connections of each role and database begin with. */
  storedSettings: (project: Project) => ReactNode;
}

/** How to reach the database, whether it takes writes, what its connections begin with, and what PostgreSQL is set up with. */
export function DatabasePage({
  projectRef,
  connection,
  pooling,
  networkAccess,
  storedSettings,
}: DatabasePageProps) {
  const { data: project } = useProject(projectRef);
  const { data: settings } = useCompute(projectRef);
  return (
    <Page
      title="Database"
      description="The address, the stored settings and the parameters of PostgreSQL."
      width="narrow"
    >
      {project === undefined ? (
        <div role="status" aria-label="Loading database settings">
          <Skeleton height={210} radius={10} />
        </div>
      ) : (
        <>
          {settings !== undefined && <ReadOnlyNotice project={project} settings={settings} />}
          {connection(project)}
          {pooling(project)}
          {networkAccess(project)}
          {settings === undefined ? (
            <Skeleton height={120} radius={10} />
          ) : (
            <DiskSection projectRef={projectRef} disk={settings.disk} />
          )}
          {storedSettings(project)}
          <ParameterSection project={project} />
        </>
      )}
    </Page>
  );
}

function DiskSection({ projectRef, disk }: { projectRef: string; disk: ComputeSettings['disk'] }) {
  return (
    <Section
      title="Disk"
      actions={
        <ButtonLink to="/project/$ref/settings/compute-and-disk" params={{ ref: projectRef }}>
          Change disk size
        </ButtonLink>
      }
    >
      <DiskBar usedBytes={disk.used_bytes} temporaryBytes={disk.temporary_bytes} sizeGb={disk.size_gb} />
    </Section>
  );
}

/** What PostgreSQL is set up with. */
export function ParameterSection({ project }: { project: Project }) {
  const { data, error, refetch } = useQuery(
    orpc.compute.v1PostgresConfig.queryOptions({ input: { ref: project.ref } }),
  );
  return (
    <Section
      title="PostgreSQL configuration"
      description="Given to PostgreSQL when it starts. An empty field takes the value of the compute size. If PostgreSQL does not start with them, the previous values are used again."
    >
      {data === undefined && error !== null && (
        <ErrorState
          error={error}
          title="The configuration could not be loaded"
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && error === null && (
        <div role="status" aria-label="Loading the configuration">
          <Skeleton height={720} radius={6} />
        </div>
      )}
      {data !== undefined && <ParameterForm project={project} config={data} />}
    </Section>
  );
}
