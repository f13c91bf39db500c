import { commandsOf } from '../commands/commands.ts';
import { isMark, type StatementView } from '../text/statement-view.ts';

const HARMLESS: ReadonlySet<string> = new Set([
  'application_name',
  'client_min_messages',
  'datestyle',
  'extra_float_digits',
  'intervalstyle',
  'lock_timeout',
  'search_path',
  'statement_timeout',
  'timezone',
  'work_mem',
]);

function isAssignment(view: StatementView, at: number): boolean {
  const token = view.tokens[at];
  return view.words[at] === 'to' || (token !== undefined && view.sql.slice(token.start, token.end) === '=');
}

/** Whether a SET changes only how this session computes, waits or prints; not its role nor its right to write. */
function isHarmlessSetting(view: StatementView): boolean {
  const scoped = view.words[1] === 'session' || view.words[1] === 'local';
  const at = scoped ? 2 : 1;
  const name = view.words[at] ?? '';
  if (name === 'time' && view.words[at + 1] === 'zone') return true;
  return (HARMLESS.has(name) || name.startsWith('enable_')) && isAssignment(view, at + 1);
}

const READS: ReadonlySet<string> = new Set(['select', 'values', 'table']);

function locksRows(view: StatementView): boolean {
  return view.words.some((word, at) => {
    if (word !== 'for') return false;
    const behind = view.words.slice(at + 1, at + 4).join(' ');
    return /^(update|share|no key update|key share)\b/.test(behind);
  });
}

function makesTable(view: StatementView): boolean {
  return view.words.some((word, at) => word === 'into' && view.words[at - 1] !== 'as');
}

/** Whether a statement is a query that writes and locks nothing, in WITH neither. Functions are not looked at. */
export function isPlainQuery(view: StatementView): boolean {
  const commands = commandsOf(view, false);
  const reads = commands.length > 0 && commands.every(({ verb }) => READS.has(verb));
  return reads && !makesTable(view) && !locksRows(view);
}

function isExplain(view: StatementView): boolean {
  const commands = commandsOf(view, false);
  return commands.length > 0 && (commands.every(({ runs }) => !runs) || isPlainQuery(view));
}

/** BEGIN, COMMIT and the like; not READ WRITE, which takes a promise back, and not two-phase commit. */
function isTransactionControl(view: StatementView): boolean {
  return !view.words.includes('write') && !view.words.includes('prepared');
}

/**
 * Whether a statement can be run without asking: a query, SHOW, an EXPLAIN that runs nothing else, transaction
 * control, a harmless setting of the session, or a client command (`\d`), which the server does not know.
 */
export function isReader(view: StatementView): boolean {
  if (isMark(view, 0, '(')) return isPlainQuery(view);
  const first = view.tokens[0];
  if (first?.kind === 'unknown' && view.sql[first.start] === '\\') return true;
  switch (view.words[0]) {
    case 'select':
    case 'with':
    case 'values':
    case 'table':
      return isPlainQuery(view);
    case 'show':
      return true;
    case 'explain':
      return isExplain(view);
    case 'start':
      return view.words[1] === 'transaction' && isTransactionControl(view);
    case 'begin':
    case 'commit':
    case 'end':
    case 'rollback':
    case 'abort':
      return isTransactionControl(view);
    case 'set':
      return isHarmlessSetting(view);
    default:
      return false;
  }
}
