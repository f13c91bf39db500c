import { type Command, commandsOf } from '../commands/commands.ts';
import { readName } from '../text/qualified-name.ts';
import { nextOnLevel, type StatementView } from '../text/statement-view.ts';
import { alterFindings } from './alter-findings.ts';
import { dropSubject, skipNameModifiers } from './drop-subject.ts';
import type { Finding } from './risk.ts';

/** Whether something stands at a token or behind it on the same level, asked by index. */
type Reaches = (at: number) => boolean;

/**
 * Answers for every token of a statement whether one that `isWanted` follows on its level before the bracket around
 * it closes. One pass over the statement, however often it is asked. `isEnd` stops the search as a bracket does.
 */
function reaches(
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
function reachesWord(view: StatementView, word: string, isEnd?: (at: number) => boolean): Reaches {
  return reaches(view, (at) => view.words[at] === word && view.words[at - 1] !== 'as', isEnd);
}

interface Reach {
  readonly where: Reaches;
  readonly set: Reaches;
  readonly thenDelete: Reaches;
}

function reachOf(view: StatementView, isBlock: boolean): Reach {
  // `for row in update … returning * loop`: what follows LOOP is another command.
  const isEnd = (at: number) => isBlock && view.words[at] === 'loop';
  const isThenDelete = (at: number) => view.words[at] === 'delete' && view.words[at - 1] === 'then';
  return {
    where: reachesWord(view, 'where', isEnd),
    set: reachesWord(view, 'set', isEnd),
    thenDelete: reaches(view, isThenDelete, isEnd),
  };
}

function nameBehind(view: StatementView, at: number): string | null {
  return readName(view, skipNameModifiers(view, at))?.text ?? null;
}

/** Where the name of the table stands behind `truncate [table]`, `delete from`, `update`, `merge into`. */
function tableOf(view: StatementView, at: number, filler: string): string | null {
  return nameBehind(view, at + (view.words[at + 1] === filler ? 2 : 1));
}

function findingsOf(view: StatementView, { verb, at }: Command, reach: Reach): Finding[] {
  switch (verb) {
    case 'drop':
      return [{ kind: 'destructive', subject: dropSubject(view, at) }];
    case 'truncate':
      return [{ kind: 'destructive', subject: tableOf(view, at, 'table') }];
    case 'delete': {
      // Elsewhere than at the start a lone `delete` may be a name, as in `for delete to authenticated`.
      if (at > 0 && view.words[at + 1] !== 'from') return [];
      const kind = reach.where(at) ? 'destructive' : 'delete-without-where';
      return [{ kind, subject: tableOf(view, at, 'from') }];
    }
    case 'update':
      if (!reach.set(at) || reach.where(at)) return [];
      return [{ kind: 'update-without-where', subject: nameBehind(view, at + 1) }];
    case 'merge':
      return reach.thenDelete(at) ? [{ kind: 'destructive', subject: tableOf(view, at, 'into') }] : [];
    case 'alter':
      return alterFindings(view, at);
    default:
      return [];
  }
}

/** One search over the actions of ALTER sees them to the end of the stretch: a second one would see them again. */
function withoutRepeatedAlters(commands: readonly Command[]): Command[] {
  const first = commands.find(({ verb }) => verb === 'alter');
  return commands.filter((command) => command.verb !== 'alter' || command === first);
}

/** What the commands of a statement, or of a stretch of a PL/pgSQL block, do to the data in plain sight. */
export function commandFindings(view: StatementView, isBlock: boolean): Finding[] {
  const commands = commandsOf(view, isBlock).filter(({ runs }) => runs);
  const reach = reachOf(view, isBlock);
  return withoutRepeatedAlters(commands).flatMap((command) => findingsOf(view, command, reach));
}
