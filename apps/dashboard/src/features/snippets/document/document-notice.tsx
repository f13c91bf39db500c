import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { shortName } from '../../../lib/format/short-name.ts';
import { showToast } from '../../../lib/toast.ts';
import { Notice } from '../../../ui/pages/notice.tsx';
import { TimeAgo } from '../../../ui/status/time-ago.tsx';
import { useSnippetActions } from '../actions/use-snippet-actions.ts';
import { useSnippetView } from '../actions/use-snippet-view.ts';
import { loadSavedItem, type Opener, openCopy } from '../open/load-snippet.ts';
import type { OpenSnippet } from '../open/open-snippet.ts';
import classes from './document-notice.module.css';

const NOT_SAVED = 'Your queries will not be saved as you do not have sufficient permissions.';

interface DocumentNoticeProps {
  opener: Opener;
  snippet: OpenSnippet;
}

/** The notice above the text, if the person must know something before editing. */
export function DocumentNotice({ opener, snippet }: DocumentNoticeProps) {
  const { facts, phase, isUnkept } = useSnippetView(snippet);
  return (
    <div className={classes.notices}>
      {isUnkept && phase !== 'idle' && (
        <Notice tone="warn">
          This browser has no room left, so this text is not kept in it. Keep a copy, or wait until it is
          saved, before you leave the page.
        </Notice>
      )}
      {phase === 'conflict' && <ConflictNotice opener={opener} snippet={snippet} />}
      {!facts.canUpdate && <ForeignNotice opener={opener} snippet={snippet} />}
      {facts.canUpdate && !opener.mayCreate && <Notice tone="warn">{NOT_SAVED}</Notice>}
    </div>
  );
}

/** Says that this is a shared snippet of somebody else. Edits can be run, but they are not saved. */
function ForeignNotice({ opener, snippet }: DocumentNoticeProps) {
  const { facts, isOnlyHere } = useSnippetView(snippet);
  const actions = useSnippetActions(opener.projectRef);
  const [isBusy, setBusy] = useState(false);
  const busy = async (act: () => Promise<unknown>) => {
    setBusy(true);
    await act().finally(() => setBusy(false));
  };
  const discard = async () => {
    const item = await loadSavedItem(opener.projectRef, facts.id);
    if (item !== null) snippet.discard(item);
  };
  return (
    <Notice
      tone="info"
      actions={
        <>
          {isOnlyHere && (
            <Button size="xs" loading={isBusy} onClick={() => void busy(discard)}>
              Discard changes
            </Button>
          )}
          {opener.mayCreate && (
            <Button size="xs" loading={isBusy} onClick={() => void busy(() => actions.duplicate(facts))}>
              Duplicate
            </Button>
          )}
        </>
      }
    >
      This snippet belongs to {facts.ownerEmail}.{' '}
      {opener.mayCreate ? 'Duplicate it to keep your changes.' : NOT_SAVED}
    </Notice>
  );
}

const ConflictDialog = lazy(() =>
  import('./conflict-dialog.tsx').then((module) => ({ default: module.ConflictDialog })),
);

/**
 * Says that somebody else has changed the text since it was opened. Nothing is overwritten until the person has
 * compared both texts.
 */
function ConflictNotice({ opener, snippet }: { opener: Opener; snippet: OpenSnippet }) {
  const { theirs, facts } = useSnippetView(snippet);
  const [isComparing, setComparing] = useState(false);
  if (theirs === null) return null;
  const who = theirs.updated_by === null ? 'Somebody' : theirs.updated_by.email;
  const keepBoth = () => {
    const copy = openCopy(opener, { sql: snippet.text(), facts });
    snippet.takeTheirs();
    void showToast('done', `Your text is kept as “${shortName(copy.view().facts.name)}”`);
  };
  return (
    <Notice
      tone="danger"
      title="This snippet was changed elsewhere"
      actions={
        <Button size="xs" variant="filled" onClick={() => setComparing(true)}>
          Compare and choose
        </Button>
      }
    >
      {who} saved another text <TimeAgo date={theirs.updated_at} />. Yours is kept in this browser until you
      choose.
      {isComparing && (
        <Suspense>
          <ConflictDialog
            mine={snippet.text()}
            theirs={theirs.content.sql}
            onClose={() => setComparing(false)}
            onKeepMine={snippet.keepMine}
            onTakeTheirs={snippet.takeTheirs}
            onKeepBoth={keepBoth}
          />
        </Suspense>
      )}
    </Notice>
  );
}
