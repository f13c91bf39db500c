import type { KubernetesBackups as Backups, Project } from '@basalt/contract';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../../api/client.ts';
import { useOperations } from '../../../operations/progress/use-operations.ts';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Page } from '../../../ui/pages/page.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { BackUpNow, RunningBackup } from '../list/running-backup.tsx';
import { NewProjectDialog } from '../restore/new-project-dialog.tsx';
import { useRestore } from '../restore/use-restore.ts';
import { useZone } from '../time/use-zone.ts';
import { KubernetesBackupTable } from './kubernetes-backup-table.tsx';
import { KubernetesMoment } from './kubernetes-moment.tsx';

/** How often Kubernetes is asked while somebody looks, in milliseconds. */
const REFRESH = 10_000;

/** The backups of a project in Kubernetes, and new projects made of them. */
export function KubernetesBackups({ project }: { project: Project }) {
  const { ref } = project;
  const { data, error, refetch } = useQuery(
    orpc.backups.kubernetes.queryOptions({ input: { ref }, refetchInterval: REFRESH }),
  );
  const { data: operations } = useOperations(ref);
  const running = operations?.find(({ state }) => state === 'running') ?? null;
  return (
    <Page
      title="Backups"
      description="What CloudNativePG keeps of this project in its object store."
      actions={
        data !== undefined && data.schedule !== null && <BackUpNow project={project} running={running} />
      }
    >
      {data === undefined && error !== null && (
        <ErrorState error={error} title="The backups could not be loaded" onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && (
        <div role="status" aria-label="Loading backups">
          <Skeleton height={360} radius={10} />
        </div>
      )}
      {running?.kind === 'back_up' && (
        <Section title="A backup is being taken">
          <RunningBackup operation={running} />
        </Section>
      )}
      {data !== undefined && <Loaded project={project} backups={data} />}
    </Page>
  );
}

function Loaded({ project, backups }: { project: Project; backups: Backups }) {
  const [zone, onZone] = useZone();
  const { want, ...restore } = useRestore(project);
  if (backups.schedule === null && backups.backups.length === 0)
    return (
      <EmptyState
        title="No backups are made"
        text="This installation names no object store for projects in Kubernetes. Those who run it set BASALT_KUBERNETES_OBJECT_STORE."
      />
    );
  return (
    <>
      <Section
        title="Backups"
        description={
          backups.schedule === null ? (
            'None are made by themselves: this installation names no object store.'
          ) : (
            <>
              Made by themselves at <code>{backups.schedule}</code> (seconds, minutes, hours, days, months,
              days of the week). The object store says how long they are kept. Each can be restored into a new
              project.
            </>
          )
        }
      >
        <KubernetesBackupTable
          project={project}
          backups={backups.backups}
          zone={zone}
          onRestore={(id, at) => want('new-project', { kind: 'backup', id, at, bytes: null })}
        />
      </Section>
      <KubernetesMoment
        project={project}
        edges={backups}
        zone={zone}
        onZone={onZone}
        onRestore={(at) => want('new-project', { kind: 'moment', at, bytes: null })}
      />
      <NewProjectDialog project={project} zone={zone} {...restore} />
    </>
  );
}
