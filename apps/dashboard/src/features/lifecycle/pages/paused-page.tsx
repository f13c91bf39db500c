import type { Project } from '@basalt/contract';
import { usePauseStatus } from '../../../api/use-pause-status.ts';
import { usePlan } from '../../../api/use-plan.ts';
import { RestoreButton } from '../../../operations/restore/restore-button.tsx';
import { StatePage } from '../../../ui/pages/state-page.tsx';
import { DownloadMenu } from '../downloads/download-menu.tsx';
import { DownloadProgress } from '../downloads/download-progress.tsx';
import { useDownloads } from '../downloads/use-downloads.ts';
import { PauseNotice } from '../pause-notice.tsx';
import { PausedSince } from '../paused-since.tsx';
import { RestoreGuides } from '../restore-guides.tsx';
import { SettingsLink } from '../settings-link.tsx';

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
