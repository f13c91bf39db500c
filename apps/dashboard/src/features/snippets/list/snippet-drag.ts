import { type DragEvent, useState } from 'react';
import type { SnippetFacts } from '../open/snippet-facts.ts';

/** Nothing that a drop elsewhere, such as into a text, would understand; the address of the link goes with it. */
const TYPE = 'application/x-basalt-snippet';

/** A snippet that is dragged, as far as a drop has to know it. */
interface Dragged {
  id: string;
  name: string;
  folderId: string | null;
}

/** Lets the link of a snippet be dropped on folders. Only one's own private ones can be in any. */
export function dragSnippet(event: DragEvent, facts: SnippetFacts): void {
  if (!facts.canUpdate || facts.visibility !== 'user') return;
  const { id, name, folderId } = facts;
  event.dataTransfer.setData(TYPE, JSON.stringify({ id, name, folderId } satisfies Dragged));
  event.dataTransfer.effectAllowed = 'copyMove';
}

/** What an element needs on which snippets are dropped. `onDrop` hears of those that are not in `folderId` yet. */
export function useSnippetDrop(folderId: string | null, onDrop: (snippet: Dragged) => void) {
  const [isOver, setOver] = useState(false);
  const isSnippet = (event: DragEvent) => event.dataTransfer.types.includes(TYPE);
  return {
    'data-drop': isOver || undefined,
    onDragOver(event: DragEvent) {
      if (!isSnippet(event)) return;
      event.preventDefault();
      // A folder lies within the list, which is a place for snippets too.
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
