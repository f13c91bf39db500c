import type { DeletedContent } from '@basalt/contract';
import { daysLeft } from '../../lib/format/days-left.ts';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { ActionRow } from '../../ui/lists/action-row.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import classes from './deleted-dialog.module.css';
import { useUndelete } from './use-undelete.tsx';

const DENIED = 'You need additional permissions to keep snippets and reports in this project.';

interface DeletedRowProps {
  projectRef: string;
  item: DeletedContent;
  onBack: () => void;
  /** The link to what is back was followed. */
  onOpen: () => void;
}

/** One deleted snippet or report: since when, until when, and back. */
export function DeletedRow({ projectRef, item, onBack, onOpen }: DeletedRowProps) {
  const { name, visibility, deleted_at, erased_at, can_update } = item;
  const { undelete, isRunning } = useUndelete(projectRef, item, { onBack, onOpen });
  return (
    <ActionRow
      title={
        <span className={classes.name} title={name}>
          {name}
        </span>
      }
      text={
        <>
          {visibility === 'project' ? 'Shared · deleted' : 'Deleted'} <TimeAgo date={deleted_at} /> ·{' '}
          {erasedLabels(erased_at, Date.now())}
        </>
      }
      action={
        <GuardedButton reason={can_update ? null : DENIED} loading={isRunning} onClick={undelete}>
          Bring back
        </GuardedButton>
      }
    />
  );
}

/** "erased for good in 29 days"; `now` in milliseconds since 1970. */
function erasedLabels(erasedAt: string, now: number): string {
  const at = Date.parse(erasedAt);
  return at <= now ? 'is being erased' : `erased for good ${daysLeft(at, now)}`;
}
