import { Button } from '@mantine/core';
import { IconStar, IconStarFilled, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { usePageName } from '../../../lib/pages/page-title.ts';
import { InlineName } from '../../../ui/fields/inline-name.tsx';
import { RowMenu } from '../../../ui/menus/row-menu.tsx';
import { StateLabel } from '../../../ui/status/state-label.tsx';
import { Tag } from '../../../ui/status/tag.tsx';
import { TimeAgo } from '../../../ui/status/time-ago.tsx';
import { ask } from '../actions/asked-dialog.ts';
import { snippetMenu } from '../actions/snippet-menu.ts';
import { useSnippetActions } from '../actions/use-snippet-actions.ts';
import { useSnippetView } from '../actions/use-snippet-view.ts';
import type { Opener } from '../open/load-snippet.ts';
import type { OpenSnippet, SnippetView } from '../open/open-snippet.ts';
import classes from './document-header.module.css';

/** The header of a snippet: name, state of saving, and menu. */
export function DocumentHeader({ opener, snippet }: { opener: Opener; snippet: OpenSnippet }) {
  const view = useSnippetView(snippet);
  const { facts, isNew } = view;
  usePageName(facts.name);
  const { projectRef, mayCreate } = opener;
  const actions = useSnippetActions(projectRef);
  const [isNaming, setNaming] = useState(false);
  const mayName = facts.canUpdate && mayCreate;
  return (
    <div className={classes.header}>
      {isNaming ? (
        <InlineName
          label="Name of the snippet"
          name={facts.name}
          onCancel={() => setNaming(false)}
          onSave={(name) => {
            setNaming(false);
            void actions.rename(facts, name);
          }}
        />
      ) : (
        <h2 className={classes.name}>
          <button
            type="button"
            className={classes.nameButton}
            title={mayName ? `${facts.name} (rename)` : facts.name}
            aria-disabled={!mayName}
            onClick={() => mayName && setNaming(true)}
          >
            <bdi>{facts.name}</bdi>
          </button>
        </h2>
      )}
      {facts.visibility === 'project' && (
        <Tag icon={<IconUsers size={12} aria-hidden="true" />} title="Everybody in the project can read it">
          Shared
        </Tag>
      )}
      <span className={classes.state} role="status">
        <SavingLabel snippet={snippet} view={view} />
      </span>
      <button
        type="button"
        className={classes.icon}
        aria-label="Favorite"
        title={facts.favorite ? 'Remove from favorites' : 'Add to favorites'}
        aria-pressed={facts.favorite}
        disabled={isNew}
        onClick={() => void actions.change(facts.id, { favorite: !facts.favorite })}
      >
        {facts.favorite ? <IconStarFilled size={15} /> : <IconStar size={15} stroke={1.75} />}
      </button>
      {mayName && !isNew && facts.visibility === 'user' && (
        <span className={classes.share}>
          <Button onClick={() => ask({ kind: 'share', facts })}>Share</Button>
        </span>
      )}
      <RowMenu
        label="Snippet menu"
        entries={() =>
          snippetMenu({ projectRef, facts, isNew, mayCreate, actions, onRename: () => setNaming(true) })
        }
      />
    </div>
  );
}

/** Says in a word whether the text is saved. */
function SavingLabel({ snippet, view }: { snippet: OpenSnippet; view: SnippetView }) {
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
