import { nextOnLevel, type StatementView } from './statement-view.ts';

/** Whether something stands at a token or behind it on the same level, asked by index. */
export type Reaches = (at: number) => boolean;

/**
 * Answers for every token of a statement whether one that `isWanted` follows on its level before the bracket around
 * it closes. One pass over the statement, however often it is asked. `isEnd` stops the search as a bracket does.
 */
export function reaches(
  view: StatementView,
  isWanted: (at: number) => boolean,
  isEnd: (at: number) => boolean = () => false,
): Reaches {
  const answers: boolean[] = new Array(view.tokens.length).fill(false);
  for (let at = view.tokens.length - 1; at >= 0; at -= 1) {
    const next = nextOnLevel(view, at);
    const isSameLevel = view.parent[next] === view.parent[at];
    answers[at] = isWanted(at) || (!isEnd(at) && isSameLevel && answers[next] === true);
  }
  return (at) => answers[at] === true;
}

/** Whether this word follows as a keyword: not `t.where`, not `as where`. */
export function reachesWord(view: StatementView, word: string, isEnd?: (at: number) => boolean): Reaches {
  return reaches(view, (at) => view.words[at] === word && view.words[at - 1] !== 'as', isEnd);
}
