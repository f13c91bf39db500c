import type { ContentSummary, ReportCard } from '@basalt/contract';
import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { newId } from '../../../lib/new-id.ts';
import { draggedCard, type NewCard, setDraggedCard, setOpenReport } from '../../../query/open-report.ts';
import { isFull, moved, newCard, withCard } from '../content/report-content.ts';
import { AddCardPanel } from './add-card-panel.tsx';
import grid from './card-grid.module.css';
import type { ReportView } from './card-view.ts';
import { EditCardDialog } from './edit-card-dialog.tsx';
import { EditableCard } from './editable-card.tsx';
import { NoCards } from './no-cards.tsx';
import { SortArea } from './sorting.tsx';

interface EditableGridProps extends ReportView {
  /** What the report is called. */
  reportName: string;
  isAdding: boolean;
  onAdding: (isAdding: boolean) => void;
}

/** The cards of one's own report: they can be sorted, resized and changed; snippets and results can be dragged in. */
export function EditableGrid({ reportName, isAdding, onAdding, ...view }: EditableGridProps) {
  const { projectRef, content, edit } = view;
  const { cards } = content;
  const [isWriting, setWriting] = useState(false);
  /** The snippets on offer, for the one that is dropped. */
  const offered = useRef<readonly ContentSummary[]>([]);
  const added = useRef<string>(null);

  function add(card: ReportCard, at?: number) {
    added.current = card.id;
    edit((before) => withCard(before, card, at));
  }
  const addSnippet = ({ id, name }: ContentSummary, at?: number) =>
    add(newCard(newId(), name, { kind: 'snippet', id }), at);
  const addResult = ({ name, sql, chart }: NewCard, at?: number) =>
    add({ ...newCard(newId(), name, { kind: 'sql', sql }), chart }, at);
  const drop = useResultDrop(reportName, !isFull(content), addResult);

  return (
    <SortArea
      nameOf={(id) => [...cards, ...offered.current].find((one) => one.id === id)?.name ?? ''}
      onMove={(id, to) => edit((before) => moved(before, id, to))}
      onDrop={(id, at) => {
        const snippet = offered.current.find((one) => one.id === id);
        if (snippet !== undefined) addSnippet(snippet, at);
      }}
    >
      <div className={grid.layout} data-panel={isAdding || undefined}>
        <div className={grid.frame} {...drop}>
          {cards.length === 0 ? (
            <NoCards onAdd={() => onAdding(true)} />
          ) : (
            <ul className={grid.grid} aria-label="Cards">
              {cards.map((card, index) => (
                <EditableCard
                  key={card.id}
                  {...view}
                  card={card}
                  index={index}
                  isNew={added.current === card.id}
                />
              ))}
            </ul>
          )}
        </div>
        {isAdding && (
          <AddCardPanel
            projectRef={projectRef}
            content={content}
            onOffer={(snippets) => {
              offered.current = snippets;
            }}
            onSnippet={addSnippet}
            onNewQuery={() => setWriting(true)}
            onClose={() => onAdding(false)}
          />
        )}
      </div>
      {isWriting && (
        <EditCardDialog
          title="New query"
          name=""
          sql=""
          submitLabel="Add card"
          onClose={() => setWriting(false)}
          onSubmit={(name, sql) => {
            setWriting(false);
            add(newCard(newId(), name, { kind: 'sql', sql }));
          }}
        />
      )}
    </SortArea>
  );
}

/** Takes results of the SQL editor beside the report, dropped at a card's place or at the end. */
function useResultDrop(name: string, hasRoom: boolean, onAdd: (card: NewCard, at?: number) => void) {
  const [isOver, setOver] = useState(false);
  const add = useEffectEvent(onAdd);
  useEffect(() => {
    if (!hasRoom) return;
    setOpenReport({ name, add: (card, at) => add(card, at) });
    return () => setOpenReport(null);
  }, [name, hasRoom]);
  return {
    'data-drop': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (draggedCard() === null) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      // It is also said of every card that is passed on the way.
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
    },
    onDrop: (event: DragEvent<HTMLDivElement>) => {
      const card = draggedCard();
      setOver(false);
      if (card === null) return;
      event.preventDefault();
      // The button it came from may be gone by now, and then nobody says that the drag is over.
      setDraggedCard(null);
      const slots = [...event.currentTarget.querySelectorAll(':scope > ul > li')];
      const at = slots.findIndex((slot) => slot.contains(event.target as Node));
      onAdd(card, at === -1 ? undefined : at);
    },
  };
}
