import { type ContentSummary, MAX_REPORT_CARDS, type ReportContent } from '@basalt/contract';
import { Button } from '@mantine/core';
import { IconGripVertical, IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { DebouncedSearch } from '../../../ui/fields/debounced-search.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { Tag } from '../../../ui/status/tag.tsx';
import { isFull } from '../content/report-content.ts';
import classes from './add-card-panel.module.css';
import { DraggableChoice } from './sorting.tsx';

interface AddCardPanelProps {
  projectRef: string;
  content: ReportContent;
  /** Tells which snippets can be dragged from here. */
  onOffer: (snippets: readonly ContentSummary[]) => void;
  onSnippet: (snippet: ContentSummary) => void;
  onNewQuery: () => void;
  onClose: () => void;
}

/** Beside the cards: what can become one. */
export function AddCardPanel(props: AddCardPanelProps) {
  const { projectRef, content, onOffer, onSnippet, onNewQuery, onClose } = props;
  const [name, setName] = useState('');
  const snippets = useQuery({
    ...orpc.content.list.queryOptions({
      input: { ref: projectRef, type: 'sql', sort_by: 'updated_at', ...(name === '' ? {} : { name }) },
    }),
    placeholderData: (before) => before,
  });
  const offer = useEffectEvent(onOffer);
  const found = snippets.data?.data;
  useEffect(() => offer(found ?? []), [found]);
  const full = isFull(content);

  return (
    <aside className={classes.panel} aria-label="Add card">
      <header className={classes.header}>
        <h2 className={classes.title}>Add card</h2>
        <button type="button" className={classes.close} aria-label="Close" onClick={onClose}>
          <IconX size={15} stroke={1.75} aria-hidden="true" />
        </button>
      </header>
      {full && (
        <Notice tone="info">
          This report has {MAX_REPORT_CARDS} cards, which is all it can have. Remove one, or begin another
          report.
        </Notice>
      )}
      <Button
        fullWidth
        disabled={full}
        leftSection={<IconPlus size={15} stroke={2} aria-hidden="true" />}
        onClick={onNewQuery}
      >
        New query
      </Button>
      <DebouncedSearch label="Search snippets" value={name} onChange={setName} />
      <div className={classes.list}>
        {snippets.isError && found === undefined ? (
          <ErrorState
            error={snippets.error}
            title="The snippets could not be loaded"
            onRetry={() => void snippets.refetch()}
          />
        ) : found === undefined ? (
          <Skeleton height={40} lines={3} radius={6} />
        ) : found.length === 0 ? (
          <p className={classes.none}>
            {name === ''
              ? 'No snippets yet. What you save in the SQL editor can be put here.'
              : 'No snippets match.'}
          </p>
        ) : (
          <SnippetChoices snippets={found} isFull={full} onChoose={onSnippet} />
        )}
      </div>
    </aside>
  );
}

interface SnippetChoicesProps {
  snippets: readonly ContentSummary[];
  isFull: boolean;
  onChoose: (snippet: ContentSummary) => void;
}

/** Snippets that become cards when they are pressed, or dragged to a place among the cards. */
function SnippetChoices({ snippets, isFull, onChoose }: SnippetChoicesProps) {
  return (
    <ul className={classes.snippetChoicesList} aria-label="Snippets">
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
