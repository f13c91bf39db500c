import { readName } from '../text/qualified-name.ts';
import type { StatementView } from '../text/statement-view.ts';

/** Kinds of objects whose name is more than one word: how many words follow the first. */
const MORE_WORDS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  access: [['method']],
  event: [['trigger']],
  foreign: [['data', 'wrapper'], ['table']],
  materialized: [['view']],
  operator: [['class'], ['family']],
  owned: [['by']],
  procedural: [['language']],
  text: [
    ['search', 'configuration'],
    ['search', 'dictionary'],
    ['search', 'parser'],
    ['search', 'template'],
  ],
  user: [['mapping', 'for']],
};

/** The token behind `concurrently`, `if exists` and `only`. */
export function skipNameModifiers(view: StatementView, from: number): number {
  let at = from;
  if (view.words[at] === 'concurrently') at += 1;
  if (view.words[at] === 'if' && view.words[at + 1] === 'not' && view.words[at + 2] === 'exists') at += 3;
  if (view.words[at] === 'if' && view.words[at + 1] === 'exists') at += 2;
  if (view.words[at] === 'only') at += 1;
  return at;
}

/** The first object that a DROP at this token names, as SQL. */
export function dropSubject(view: StatementView, at: number): string | null {
  const more = MORE_WORDS[view.words[at + 1] ?? ''] ?? [];
  const words = more.find((list) => list.every((word, index) => view.words[at + 2 + index] === word)) ?? [];
  return readName(view, skipNameModifiers(view, at + 2 + words.length))?.text ?? null;
}
