import type { ContentSummary } from '@basalt/contract';
import { IconGripVertical } from '@tabler/icons-react';
import { Tag } from '../../../ui/status/tag.tsx';
import classes from './snippet-choices.module.css';
import { DraggableChoice } from './sorting.tsx';

interface SnippetChoicesProps {
  snippets: readonly ContentSummary[];
  isFull: boolean;
  onChoose: (snippet: ContentSummary) => void;
}

/** Snippets that become cards when they are pressed, or dragged to a place among the cards. */
export function SnippetChoices({ snippets, isFull, onChoose }: SnippetChoicesProps) {
  return (
    <ul className={classes.list} aria-label="Snippets">
      {snippets.map((snippet) => (
        <DraggableChoice key={snippet.id} id={snippet.id}>
          {(ref) => (
            <button
              ref={ref}
              type="button"
              className={classes.choice}
              disabled={isFull}
              title={snippet.name}
              onClick={() => onChoose(snippet)}
            >
              <IconGripVertical size={14} stroke={1.75} className={classes.grip} aria-hidden="true" />
              <span className={classes.name}>{snippet.name}</span>
              {snippet.visibility === 'project' && <Tag>Shared</Tag>}
            </button>
          )}
        </DraggableChoice>
      ))}
    </ul>
  );
}
