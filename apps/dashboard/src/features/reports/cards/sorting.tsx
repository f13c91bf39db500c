import { DragDropProvider, PointerSensor, useDraggable } from '@dnd-kit/react';
import { isSortable, useSortable } from '@dnd-kit/react/sortable';
import { type CSSProperties, type ReactNode, type RefObject, useRef, useState } from 'react';

const CARD = 'card';
const CHOICE = 'choice';

interface SortAreaProps {
  /** What an item is called to those who do not see it move. */
  nameOf: (id: string) => string;
  /** A card was dropped at another place of the list. */
  onMove: (id: string, to: number) => void;
  /** Something from outside of the list was dropped at a place of it. */
  onDrop: (id: string, at: number) => void;
  children: ReactNode;
}

/** Where cards can be dragged about, by pointer and by keyboard. */
export function SortArea({ nameOf, onMove, onDrop, children }: SortAreaProps) {
  const [announcement, setAnnouncement] = useState('');
  const tell = (source: { id: string | number } | null, what: string) =>
    source !== null && setAnnouncement(`${nameOf(String(source.id))} ${what}`);
  return (
    <DragDropProvider
      // The first of them reads ids aloud; below are names.
      plugins={([, ...others]) => others}
      onDragStart={({ operation: { source } }) =>
        tell(source, 'is picked up. Arrow keys move it, Enter puts it down, Escape puts it back.')
      }
      onDragOver={({ operation: { source, target } }) =>
        isSortable(target) && tell(source, `is at place ${target.index + 1}.`)
      }
      onDragEnd={({ operation: { source, target }, canceled }) => {
        tell(source, canceled ? 'is back where it was.' : 'is put down.');
        if (canceled || source === null) return;
        if (isSortable(source)) {
          if (source.index !== source.initialIndex) onMove(String(source.id), source.index);
        } else if (isSortable(target)) onDrop(String(source.id), target.index);
      }}
    >
      {children}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </DragDropProvider>
  );
}

interface SortableItemProps {
  id: string;
  index: number;
  className?: string | undefined;
  style?: CSSProperties;
  children: (parts: {
    slot: RefObject<HTMLLIElement | null>;
    /** Goes on the element that one drags by, or presses Enter on. */
    handleRef: (element: Element | null) => void;
  }) => ReactNode;
}

/** One item of the list that is sorted. */
export function SortableItem({ id, index, className, style, children }: SortableItemProps) {
  const slot = useRef<HTMLLIElement>(null);
  const { handleRef, isDragging, isDropTarget } = useSortable({
    id,
    index,
    element: slot,
    type: CARD,
    accept: [CARD, CHOICE],
    transition: { duration: 150 },
  });
  return (
    <li
      ref={slot}
      className={className}
      style={style}
      data-dragging={isDragging || undefined}
      data-target={(isDropTarget && !isDragging) || undefined}
    >
      {children({ slot, handleRef })}
    </li>
  );
}

interface DraggableChoiceProps {
  id: string;
  /** `ref` goes on the button that is dragged. */
  children: (ref: (element: Element | null) => void) => ReactNode;
}

/** Something outside of the list that can be dragged into it by pointer. Its keys do what its button does. */
export function DraggableChoice({ id, children }: DraggableChoiceProps) {
  const { ref } = useDraggable({ id, type: CHOICE, sensors: [PointerSensor] });
  return <li>{children(ref)}</li>;
}
