import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { shortName } from '../../../lib/short-name.ts';
import { showToast } from '../../../lib/toast.ts';
import { Notice } from '../../../ui/pages/notice.tsx';
import { TimeAgo } from '../../../ui/status/time-ago.tsx';
import { useSnippetView } from '../actions/use-snippet-view.ts';
import { type Opener, openCopy } from '../open/load-snippet.ts';
import type { OpenSnippet } from '../open/open-snippet.ts';

const ConflictDialog = lazy(() =>
  import('./conflict-dialog.tsx').then((module) => ({ default: module.ConflictDialog })),
);

/** The text was changed elsewhere since it was opened. Nothing is overwritten before the person has compared. */
export function ConflictNotice({ opener, snippet }: { opener: Opener; snippet: OpenSnippet }) {
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
