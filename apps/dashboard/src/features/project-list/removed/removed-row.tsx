import type { RemovedProject } from '@basalt/contract';
import { useOrganizations } from '../../../api/use-organizations.ts';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { ActionRow } from '../../../ui/lists/action-row.tsx';
import { TimeAgo } from '../../../ui/status/time-ago.tsx';
import { erasedLabels } from './removed-labels.ts';
import { useRemovedProject } from './use-removed-project.ts';

const DENIED = 'Only somebody who may delete the project can do this, and only while its data is there.';

/** One deleted project: since when, until when, back or gone for good. */
export function RemovedRow({ project, onErase }: { project: RemovedProject; onErase: () => void }) {
  const { name, removed_at, erased_at, postgres_engine, can_recover } = project;
  const { recover, isRecovering } = useRemovedProject(project);
  const reason = can_recover ? null : DENIED;
  const { data: organizations = [] } = useOrganizations();
  const organization =
    organizations.length > 1
      ? organizations.find(({ slug }) => slug === project.organization_slug)?.name
      : undefined;
  return (
    <ActionRow
      title={name}
      text={
        <>
          {organization !== undefined && `${organization} · `}
          Postgres {postgres_engine} · deleted <TimeAgo date={removed_at} /> ·{' '}
          {erasedLabels(erased_at, Date.now())}
        </>
      }
      action={
        <>
          <GuardedButton reason={reason} loading={isRecovering} onClick={() => void recover()}>
            Bring back
          </GuardedButton>
          <GuardedButton reason={reason} variant="subtle" color="red" onClick={onErase}>
            Erase now
          </GuardedButton>
        </>
      }
    />
  );
}
