import type { DocsTable } from './docs-table.ts';
import type { DocsProject, Language, Snippet } from './snippet.ts';
import { tableInBash } from './table-bash.ts';
import { tableInJs } from './table-js.ts';

/** What one does with a table or view: reading, filtering, writing, following. */
export function tableSnippets(project: DocsProject, table: DocsTable, language: Language): Snippet[] {
  return language === 'js' ? tableInJs(table) : tableInBash(project, table);
}
