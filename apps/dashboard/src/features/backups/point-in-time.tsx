import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { BackupsPage } from './backups-page.tsx';
import { RestorePoints } from './list/restore-points.tsx';
import type { BackupsShown } from './restore/backups-shown.ts';
import { MomentForm } from './restore/moment-form.tsx';
import { edgesOf } from './restore/target-moment.ts';

/** Takes the project back to any second, or explains how that becomes possible. */
export function PointInTime({ projectRef }: { projectRef: string }) {
  return (
    <BackupsPage projectRef={projectRef}>
      {(shown) => (
        <>
          <Content {...shown} />
          <RestorePoints {...shown} />
        </>
      )}
    </BackupsPage>
  );
}

function Content(shown: BackupsShown) {
  const { project, overview } = shown;
  if (!overview.pitr.enabled) {
    return (
      <EmptyState
        title="Point-in-time recovery is off"
        text={`Switched on, every change is kept for ${overview.schedule.retention_days} days, and the project can go back to any second of them. Without it only whole backups can be restored. It costs nothing but disk space.`}
        action={
          <ButtonLink
            to="/project/$ref/settings/addons"
            params={{ ref: project.ref }}
            search={{ panel: 'pitr' }}
            variant="filled"
          >
            Enable
          </ButtonLink>
        }
      />
    );
  }
  const edges = edgesOf(overview.pitr);
  if (edges === null) {
    return (
      <EmptyState
        title="No moment can be restored yet"
        text="Recovery to the second begins with the first backup. A new project has one at once; otherwise it is taken about a minute after a restore or after this was switched on. You can also take one now."
      />
    );
  }
  return <MomentForm {...shown} edges={edges} />;
}
