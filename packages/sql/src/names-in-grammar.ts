import type { StatementView } from './statement-view.ts';
import { readWith } from './with-queries.ts';

const INDEX_METHODS: ReadonlySet<string> = new Set([
  'bloom',
  'brin',
  'btree',
  'gin',
  'gist',
  'hash',
  'hnsw',
  'ivfflat',
  'spgist',
]);

/** The table of `create index … on [only] t (…)`. */
function indexedTable(view: StatementView): number {
  const isIndex = view.words[0] === 'create' && view.words.slice(1, 3).includes('index');
  return isIndex ? view.words.indexOf('on') + 1 : -1;
}

/**
 * The places of names that a bracket follows although nothing is called: queries of WITH and, where the statement
 * defines something, an indexed table and the methods of indexes.
 */
export function namesInGrammar(view: StatementView, isQuery: boolean): ReadonlySet<number> {
  const names = new Set<number>();
  for (const [at, word] of view.words.entries()) {
    if (word === 'with') {
      const clause = readWith(view, at);
      for (const name of [...(clause?.names ?? []), ...(clause?.materialized ?? [])]) names.add(name);
    }
    if (!isQuery && word === 'using' && INDEX_METHODS.has(view.words[at + 1] ?? '')) names.add(at + 1);
  }
  if (!isQuery) names.add(indexedTable(view));
  return names;
}
