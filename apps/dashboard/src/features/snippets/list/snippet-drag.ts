import { type DragEvent, useState } from 'react';
import type { SnippetFacts } from '../open/snippet-facts.ts';

/** A type of our own, so that only folders accept the drop. Other targets get the address of the link. */
const TYPE = 'application/x-basalt-snippet';

/** What a drop needs to know of the dragged snippet. */
interface Dragged {
  id: string;
  name: string;
  folderId: string | null;
}

/** Makes the link of a snippet draggable. Only own private snippets can be in folders. */
export function dragSnippet(event: DragEvent, facts: SnippetFacts): void {
  if (!facts.canUpdate || facts.visibility !== 'user') return;
  const { id, name, folderId } = facts;
  event.dataTransfer.setData(TYPE, JSON.stringify({ id, name, folderId } satisfies Dragged));
  event.dataTransfer.effectAllowed = 'copyMove';
}

/** The properties of an element that accepts snippets. `onDrop` is called with snippets from other folders only. */
export function useSnippetDrop(folderId: string | null, onDrop: (snippet: Dragged) => void) {
  const [isOver, setOver] = useState(false);
  const isSnippet = (event: DragEvent) => event.dataTransfer.types.includes(TYPE);
  return {
    'data-drop': isOver || undefined,
    onDragOver(event: DragEvent) {
      if (!isSnippet(event)) return;
      event.preventDefault();
      // The folder lies inside the list, which accepts drops too and must not see this one.
      event.stopPropagation();
      event.dataTransfer.dropEffect = 'move';
      setOver(true);
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop(event: DragEvent) {
      setOver(false);
      if (!isSnippet(event)) return;
      event.preventDefault();
      event.stopPropagation();
      const snippet = JSON.parse(event.dataTransfer.getData(TYPE)) as Dragged;
      if (snippet.folderId !== folderId) onDrop(snippet);
    },
  };
}
