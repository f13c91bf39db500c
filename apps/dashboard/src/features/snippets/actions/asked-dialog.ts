import type { ContentFolder } from '@basalt/contract';
import { useSyncExternalStore } from 'react';
import type { SnippetFacts } from '../open/snippet-facts.ts';

/** What a dialog asks about. */
export type Asked =
  | { kind: 'share' | 'unshare' | 'move' | 'migration'; facts: SnippetFacts }
  | { kind: 'delete'; snippets: readonly SnippetFacts[] }
  | { kind: 'delete-folder'; folder: ContentFolder };

let asked: Asked | null = null;
const listeners = new Set<() => void>();

/** Opens a dialog about a snippet or folder, from a list or from the editor; null closes it. */
export function ask(next: Asked | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

export function useAsked(): Asked | null {
  return useSyncExternalStore(subscribe, () => asked);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
