import type { ContentSummary } from '@basalt/contract';

/** A private snippet of the reader that a card shows. */
export type PrivateSnippet = Pick<ContentSummary, 'id' | 'name'>;

/** `A`, `A and B`, `A, B and 3 more`. */
export function snippetNames(snippets: readonly PrivateSnippet[]): string {
  const names = snippets.map(({ name }) => name);
  if (names.length <= 1) return names.join('');
  if (names.length === 2) return names.join(' and ');
  return `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
}
