import type { ContentFolder } from '@basalt/contract';
import { sharedValue, useShared } from '../../../lib/shared-value.ts';
import type { SnippetFacts } from '../open/snippet-facts.ts';

/** What a dialog asks about. */
export type Asked =
  | { kind: 'share' | 'unshare' | 'move' | 'migration'; facts: SnippetFacts }
  | { kind: 'delete'; snippets: readonly SnippetFacts[] }
  | { kind: 'delete-folder'; folder: ContentFolder };

const asked = sharedValue<Asked | null>(null);

/** Opens a dialog about a snippet or folder, from a list or from the editor; null closes it. */
export function ask(next: Asked | null): void {
  asked.set(next);
}

export function useAsked(): Asked | null {
  return useShared(asked);
}
