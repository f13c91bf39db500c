import type { PauseStatus, Project } from '@basalt/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { usePauseStatus } from '../../../api/use-pause-status.ts';
import { usePlan } from '../../../api/use-plan.ts';
import { RestoreButton } from '../../../operations/restore/restore-button.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { CodeLine } from '../../../ui/copy/code-line.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { StatePage } from '../../../ui/pages/state-page.tsx';
import { TimeAgo } from '../../../ui/status/time-ago.tsx';
import { DownloadMenu, DownloadProgress, useDownloads } from '../downloads.tsx';
import { SettingsLink } from '../settings-link.tsx';
import { pauseWindow } from './pause-window.ts';
import classes from './paused-page.module.css';

interface PausedPageProps {
  project: Project;
  /** The page that was wanted, in a sentence. */
  phrase: string | undefined;
}

/** Names the page that was wanted, and offers the ways back and what can be taken along. */
export function PausedPage({ project, phrase = 'this page' }: PausedPageProps) {
  const pause = usePauseStatus(project.ref);
  const isFree = usePlan(project.organization_slug) === 'free';
  const downloads = useDownloads(project);
  // Nobody is kept from restoring because something could not be read: the server decides in the end.
  const canRestore = pause.data?.can_restore ?? true;
  return (
    <StatePage
      mark="cold"
      title={`${project.name} is paused`}
      status={project.status}
      text={
        canRestore
          ? `Restore the project to open ${phrase}. All data has been kept; address and password stay the same.`
          : `${capitalized(phrase)} cannot be opened. All data has been kept and can be downloaded.`
      }
      actions={
        <>
          {canRestore && <RestoreButton project={project} variant="filled" />}
          <DownloadMenu project={project} downloads={downloads} />
          <SettingsLink projectRef={project.ref} />
        </>
      }
    >
      <DownloadProgress downloads={downloads} />
      <PauseNotice project={project} pause={pause} isFree={isFree} />
      {!canRestore && <RestoreGuides project={project} />}
      {pause.data?.paused_at && <PausedSince at={pause.data.paused_at} />}
    </StatePage>
  );
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface PauseNoticeProps {
  project: Project;
  pause: UseQueryResult<PauseStatus>;
  isFree: boolean;
}

/** How long the project can still be restored here; other plans than the free one know no end, and are told what it takes. */
function PauseNotice({ project, pause, isFree }: PauseNoticeProps) {
  const { data, error, refetch } = pause;
  if (data === undefined && error !== null) {
    return (
      <ErrorState error={error} title="Failed to retrieve pause status" onRetry={() => void refetch()} />
    );
  }
  if (data === undefined) return <Skeleton height={64} radius={6} />;
  if (!data.can_restore) {
    return (
      <Notice
        tone="warn"
        title={`This project has been paused for more than ${data.max_days_till_restore_disabled} days`}
        actions={isFree && <UpgradeLink slug={project.organization_slug} />}
      >
        <p>It can no longer be restored from the dashboard. Its data is kept and can be downloaded.</p>
      </Notice>
    );
  }
  if (!isFree) {
    return (
      <Notice tone="info" title="Restoring it takes compute again">
        <p>
          It starts with the compute size {project.compute_size}, and takes memory, processor time and a share
          of connections from this machine while it runs.
        </p>
      </Notice>
    );
  }
  const { days, until } = pauseWindow(data, Date.now());
  return (
    <Notice
      tone="info"
      title={days === 1 ? '1 day left to restore it' : `${days} days left to restore it`}
      actions={<UpgradeLink slug={project.organization_slug} />}
    >
      <p>
        On the free plan a project can be restored from the dashboard until {until}. After that its backups
        can still be downloaded.
      </p>
    </Notice>
  );
}

function UpgradeLink({ slug }: { slug: string }) {
  return (
    <ButtonLink to="/org/$slug/billing" params={{ slug }} search={{ panel: 'subscriptionPlan' }}>
      Upgrade to Pro
    </ButtonLink>
  );
}

const LOCAL = 'gunzip -c backup.sql.gz | psql "postgresql://postgres@localhost:5432/postgres"';
const NEW = 'gunzip -c backup.sql.gz | psql "[CONNECTION-STRING]"';

/** What to do with a downloaded backup, and the way back that stays open. */
function RestoreGuides({ project }: { project: Project }) {
  const { ref, organization_slug: slug } = project;
  return (
    <section aria-label="Guides" className={classes.guides}>
      <Guide title="Restore to a new project">
        <p>
          Create a project with the same Postgres version or a newer one, copy its connection string from its
          home page, and load the database backup into it.
        </p>
        <CodeLine value={NEW} label="command for a new project" />
        <ButtonLink to="/new/$slug" params={{ slug }} size="xs">
          Create a project
        </ButtonLink>
      </Guide>
      <Guide title="Restore on your own machine">
        <p>Start a PostgreSQL of the same version or a newer one and load the database backup into it.</p>
        <CodeLine value={LOCAL} label="command for your machine" />
      </Guide>
      <Guide title="Restore it through the API">
        <p>Whoever may restore this project still can with an access token.</p>
        <CodeLine
          value={`curl -X POST -H "Authorization: Bearer $TOKEN" ${window.location.origin}/v1/projects/${ref}/restore`}
          label="command for the API"
        />
      </Guide>
    </section>
  );
}

function Guide({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={classes.guide}>
      <summary className={classes.summary}>{title}</summary>
      <div className={classes.body}>{children}</div>
    </details>
  );
}

/** When the pause began. */
function PausedSince({ at }: { at: string }) {
  return (
    <p className={classes.since}>
      Paused <TimeAgo date={at} />
    </p>
  );
}
