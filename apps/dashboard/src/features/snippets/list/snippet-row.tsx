import type { ContentSummary } from '@basalt/contract';
import { IconFileText, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo, useState } from 'react';
import { InlineName } from '../../../ui/fields/inline-name.tsx';
import { RowMenu } from '../../../ui/menus/row-menu.tsx';
import { snippetMenu } from '../actions/snippet-menu.ts';
import { useMark } from '../actions/use-snippet-view.ts';
import { factsOf } from '../open/snippet-facts.ts';
import { useNavigationContext } from './navigation-context.ts';
import { dragSnippet } from './snippet-drag.ts';
import classes from './snippet-row.module.css';

const MARKS = {
  changed: 'Not saved yet',
  failed: 'Could not be saved',
  local: 'Changed in this browser only',
};

/** One snippet of a list. */
export const SnippetRow = memo(({ item, depth = 0 }: { item: ContentSummary; depth?: number }) => {
  const { projectRef, mayCreate, actions, chosen, toggleChosen } = useNavigationContext();
  const mark = useMark(projectRef, item.id);
  const [isNaming, setNaming] = useState(false);
  const facts = factsOf(item);
  if (isNaming)
    return (
      <li className={classes.row} data-depth={depth}>
        <InlineName
          label={`New name of ${item.name}`}
          name={item.name}
          onCancel={() => setNaming(false)}
          onSave={(name) => void actions.rename(facts, name).then(() => setNaming(false))}
        />
      </li>
    );
  const Icon = item.visibility === 'project' ? IconUsers : IconFileText;
  return (
    <li className={classes.row} data-depth={depth}>
      {chosen !== null && (
        <input
          type="checkbox"
          aria-label={`Select ${item.name}`}
          disabled={!item.can_update}
          checked={chosen.has(item.id)}
          onChange={() => toggleChosen(facts)}
        />
      )}
      <Link
        to="/project/$ref/sql/$id"
        params={{ ref: projectRef, id: item.id }}
        search={true}
        preload={false}
        className={classes.link}
        activeProps={{ 'aria-current': 'page' }}
        title={item.visibility === 'project' ? `${item.name}, shared by ${item.owner.email}` : item.name}
        onDragStart={(event) => dragSnippet(event, facts)}
        onDoubleClick={() => item.can_update && setNaming(true)}
      >
        <Icon size={14} stroke={1.6} aria-hidden="true" />
        <span className={classes.name}>
          <bdi>{item.name}</bdi>
        </span>
        {mark !== null && (
          <span
            className={classes.mark}
            data-mark={mark}
            role="img"
            aria-label={MARKS[mark]}
            title={MARKS[mark]}
          />
        )}
      </Link>
      <RowMenu
        label={`Menu of ${item.name}`}
        entries={() =>
          snippetMenu({
            projectRef,
            facts,
            isNew: false,
            mayCreate,
            actions,
            onRename: () => setNaming(true),
          })
        }
      />
    </li>
  );
});
SnippetRow.displayName = 'SnippetRow';
