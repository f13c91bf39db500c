import type { BackupOverview, Project } from '@basalt/contract';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useProject } from '../../api/use-project.ts';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import classes from './backups-page.module.css';
import { KubernetesBackups } from './kubernetes/kubernetes-backups.tsx';
import { BackUpNow, RunningBackup } from './list/running-backup.tsx';
import type { BackupsShown } from './restore/backups-shown.ts';
import { RestoreDialogs } from './restore/restore-dialogs.tsx';
import { useRestore } from './restore/use-restore.ts';
import { backupProblems } from './state/backup-problems.ts';
import { useBackups, useRunningOperation } from './state/use-backups.ts';
import { minuteText } from './time/moment-labels.ts';
import { useZone } from './time/use-zone.ts';
import { SafetyPanel } from './timeline/safety-panel.tsx';

interface BackupsPageProps {
  projectRef: string;
  children: (shown: BackupsShown) => ReactNode;
}

/** The frame of both pages about backups. Of a project in Kubernetes there is one, for what is kept there. */
export function BackupsPage(props: BackupsPageProps) {
  const { data: project } = useProject(props.projectRef);
  if (project !== undefined && project.kept_by !== null) return <KubernetesBackups project={project} />;
  return <OwnBackups {...props} />;
}

/** How safe the project is, and the dialogs that bring something back. */
function OwnBackups({ projectRef, children }: BackupsPageProps) {
  const { data: project } = useProject(projectRef);
  const { data: overview, error, refetch } = useBackups(projectRef);
  if (project === undefined || overview === undefined) {
    return (
      <Page title="Backups" description={DESCRIPTION}>
        {error === null || project === undefined ? (
          <BackupsSkeleton projectRef={projectRef} />
        ) : (
          <ErrorState error={error} title="The backups could not be loaded" onRetry={() => void refetch()} />
        )}
      </Page>
    );
  }
  return (
    <Loaded project={project} overview={overview}>
      {children}
    </Loaded>
  );
}

interface LoadedProps extends Pick<BackupsPageProps, 'children'> {
  project: Project;
  overview: BackupOverview;
}

function Loaded({ project, overview, children }: LoadedProps) {
  const [zone, onZone] = useZone();
  const running = useRunningOperation(project.ref, overview);
  const [picked, setPicked] = useState<BackupsShown['picked']>(null);
  const { state, want, ...restore } = useRestore(project);
  const backingUp = running?.kind === 'back_up' ? running : null;
  return (
    <Page
      title="Backups"
      description={DESCRIPTION}
      actions={<BackUpNow project={project} running={running} />}
    >
      <ProblemNotices overview={overview} zone={zone} />
      {backingUp !== null && (
        <Section title="A backup is being taken">
          <RunningBackup operation={backingUp} />
        </Section>
      )}
      <SafetyPanel
        overview={overview}
        zone={zone}
        onZone={onZone}
        picked={picked?.at ?? null}
        onPick={setPicked}
      />
      <BackupTabs projectRef={project.ref} />
      {children({ project, overview, zone, onZone, running, picked, onPick: setPicked, onRestore: want })}
      <RestoreDialogs project={project} zone={zone} state={state} {...restore} />
    </Page>
  );
}

const DESCRIPTION = 'What this project can be restored to.';

function BackupsSkeleton({ projectRef }: { projectRef: string }) {
  return (
    <>
      <div role="status" aria-label="Loading backups">
        <Skeleton height={265} radius={10} />
      </div>
      <BackupTabs projectRef={projectRef} />
      <Skeleton height={360} radius={10} />
    </>
  );
}

/** The two pages about backups. Each has an address of its own. */
function BackupTabs({ projectRef }: { projectRef: string }) {
  const params = { ref: projectRef };
  const look = { className: classes.tab, activeProps: { 'aria-current': 'page' } } as const;
  return (
    <nav className={classes.tabs} aria-label="Backups">
      <Link to="/project/$ref/database/backups/scheduled" params={params} {...look}>
        Scheduled backups
      </Link>
      <Link to="/project/$ref/database/backups/pitr" params={params} {...look}>
        Point in time
      </Link>
    </nav>
  );
}

interface ProblemNoticesProps {
  overview: BackupOverview;
  zone: string;
}

/** What is wrong with backups, before anything else. */
function ProblemNotices({ overview, zone }: ProblemNoticesProps) {
  const problems = backupProblems(overview, Date.now());
  if (problems.length === 0) return null;
  return (
    <div className={classes.notices}>
      {problems.map(({ tone, title, text, since }) => (
        <Notice key={title} tone={tone} title={title}>
          <p>{text}</p>
          {since !== null && (
            <p>
              Since {minuteText(Date.parse(since), zone)} (<TimeAgo date={since} />)
            </p>
          )}
        </Notice>
      ))}
    </div>
  );
}
