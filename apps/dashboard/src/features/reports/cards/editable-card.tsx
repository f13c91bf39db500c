import type { ReportCard } from '@basalt/contract';
import { IconGripVertical } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { newId } from '../../../lib/new-id.ts';
import { useOpenSnippet } from '../../../query/use-open-snippet.ts';
import { RowMenu } from '../../../ui/menus/row-menu.tsx';
import { showUndoToast } from '../../../ui/undo-toast.tsx';
import { duplicated, isFull, moved, withCard, withChanges, withoutCard } from '../content/report-content.ts';
import { CardDialogs } from './card-dialogs.tsx';
import grid from './card-grid.module.css';
import { type CardQuestion, cardMenu } from './card-menu.ts';
import { CARD_STEP, type CardSize, sizeAfterDrag, sizeAfterKey } from './card-size.ts';
import type { ReportView } from './card-view.ts';
import classes from './editable-card.module.css';
import { cardSize } from './read-only-grid.tsx';
import { ReportCardView } from './report-card-view.tsx';
import { SortableItem } from './sorting.tsx';

interface EditableCardProps extends ReportView {
  card: ReportCard;
  index: number;
  /** It has just been added: the page goes there. */
  isNew: boolean;
}

/** One card of one's own report, with all that can be done with it. */
export function EditableCard({ card, index, isNew, ...view }: EditableCardProps) {
  const { projectRef, content, edit, turns } = view;
  const { id, name, source } = card;
  const navigate = useNavigate();
  const openSnippet = useOpenSnippet(projectRef);
  const [asked, setAsked] = useState<CardQuestion | null>(null);

  function openInEditor() {
    if (source.kind === 'sql') openSnippet(source.sql, name);
    else void navigate({ to: '/project/$ref/sql/$id', params: { ref: projectRef, id: source.id } });
  }

  function remove() {
    edit((before) => withoutCard(before, id));
    turns.removed(id);
    void showUndoToast(`Removed ${name}`, () => edit((before) => withCard(before, card, index)));
  }

  const entries = () =>
    cardMenu({
      card,
      index,
      count: content.cards.length,
      isFull: isFull(content),
      ask: setAsked,
      openInEditor,
      move: (to) => edit((before) => moved(before, id, to)),
      duplicate: () => edit((before) => duplicated(before, id, newId())),
      remove,
    });

  return (
    <SortableItem id={id} index={index} className={grid.slot} style={cardSize(card)}>
      {({ slot, handleRef }) => (
        <>
          <ReportCardView
            {...view}
            card={card}
            slot={slot}
            actions={
              <span className={classes.actions}>
                <button
                  ref={handleRef}
                  type="button"
                  className={classes.grip}
                  aria-label={`Move ${name}`}
                  title="Drag to move, or press Enter and use the arrow keys"
                >
                  <IconGripVertical size={15} stroke={1.75} aria-hidden="true" />
                </button>
                <RowMenu label={`Actions for ${name}`} entries={entries} />
              </span>
            }
          />
          <ResizeCorner card={card} onResize={(size) => edit((before) => withChanges(before, id, size))} />
          {isNew && <ComeIntoView slot={slot} />}
          <CardDialogs
            projectRef={projectRef}
            card={card}
            asked={asked}
            onClose={() => setAsked(null)}
            onChange={(changes) => {
              setAsked(null);
              edit((before) => withChanges(before, id, changes));
              if (changes.source !== undefined) turns.again(id);
            }}
          />
        </>
      )}
    </SortableItem>
  );
}

/** Scrolls to a card once, when it has come. */
function ComeIntoView({ slot }: { slot: React.RefObject<HTMLElement | null> }) {
  const hasCome = useRef(false);
  useEffect(() => {
    if (hasCome.current) return;
    hasCome.current = true;
    slot.current?.scrollIntoView({ block: 'nearest' });
  }, [slot]);
  return null;
}

interface ResizeCornerProps {
  card: ReportCard;
  onResize: (size: CardSize) => void;
}

/** The corner of a card that can be dragged, or moved with the arrow keys while it has the focus. */
function ResizeCorner({ card, onResize }: ResizeCornerProps) {
  const { name, width, height } = card;

  function drag(down: PointerEvent<HTMLButtonElement>) {
    const corner = down.currentTarget;
    const grid = corner.closest('ul');
    if (grid === null || down.button !== 0) return;
    down.preventDefault();
    corner.focus();
    corner.setPointerCapture(down.pointerId);
    const columns = getComputedStyle(grid).gridTemplateColumns.split(' ').length;
    const column = columns === 1 ? null : (grid.clientWidth + CARD_STEP.gap) / columns;
    let last = { width, height };
    corner.onpointermove = (move) => {
      const by = { x: move.clientX - down.clientX, y: move.clientY - down.clientY };
      const next = sizeAfterDrag({ width, height }, by, column);
      if (next.width !== last.width || next.height !== last.height) onResize(next);
      last = next;
    };
    corner.onlostpointercapture = () => {
      corner.onpointermove = null;
    };
  }

  function step(event: KeyboardEvent) {
    const next = sizeAfterKey({ width, height }, event.key);
    if (next === null) return;
    event.preventDefault();
    onResize(next);
  }

  return (
    <button
      type="button"
      className={classes.corner}
      aria-label={`Resize ${name}: ${width} of 12 columns, ${height} rows`}
      title="Drag, or use the arrow keys"
      onPointerDown={drag}
      onKeyDown={step}
    />
  );
}
