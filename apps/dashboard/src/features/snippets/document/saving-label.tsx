import { Button } from '@mantine/core';
import { StateLabel } from '../../../ui/status/state-label.tsx';
import { TimeAgo } from '../../../ui/status/time-ago.tsx';
import type { OpenSnippet, SnippetView } from '../open/open-snippet.ts';
import classes from './document-header.module.css';

/** Whether the text is on the server, in a word. */
export function SavingLabel({ snippet, view }: { snippet: OpenSnippet; view: SnippetView }) {
  const { phase, failure, isNew, isOnlyHere, facts } = view;
  if (!snippet.maySave) return isOnlyHere ? <StateLabel tone="warn" label="Not saved" /> : null;
  if (phase === 'failed')
    return (
      <>
        <StateLabel tone="danger" label="Not saved" title={failure ?? undefined} />
        <Button size="xs" onClick={snippet.saveNow} title={failure ?? undefined}>
          Retry
        </Button>
      </>
    );
  if (phase === 'conflict') return <StateLabel tone="danger" label="Not saved" title="Changed elsewhere" />;
  if (phase !== 'idle') return <span className={classes.saving}>Saving …</span>;
  if (isNew || facts.updatedAt === null) return null;
  return (
    <span className={classes.saving}>
      Saved{' '}
      <span className={classes.when}>
        <TimeAgo date={facts.updatedAt} />
      </span>
    </span>
  );
}
