import { alterFindings } from './alter-findings.ts';
import { type Command, commandsOf } from './commands.ts';
import { dropSubject, skipNameModifiers } from './drop-subject.ts';
import { readName } from './qualified-name.ts';
import { type Reaches, reaches, reachesWord } from './reaches.ts';
import type { Finding } from './risk.ts';
import type { StatementView } from './statement-view.ts';

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
