import { createContext, use } from 'react';
import type { SnippetActions } from '../actions/use-snippet-actions.ts';
import type { SnippetFacts } from '../open/snippet-facts.ts';
import type { Sort } from './use-snippet-lists.ts';

interface NavigationContextValue {
  projectRef: string;
  mayCreate: boolean;
  actions: SnippetActions;
  sort: Sort;
  /** The snippets that are selected, by id; null while nothing can be. */
  chosen: ReadonlyMap<string, SnippetFacts> | null;
  toggleChosen: (facts: SnippetFacts) => void;
}

export const NavigationContext = createContext<NavigationContextValue | null>(null);

export function useNavigationContext(): NavigationContextValue {
  const value = use(NavigationContext);
  if (value === null) throw new Error('This part belongs into the list of snippets.');
  return value;
}
