import type { StatementView } from './statement-view.ts';

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
export function isHarmlessSetting(view: StatementView): boolean {
  const scoped = view.words[1] === 'session' || view.words[1] === 'local';
  const at = scoped ? 2 : 1;
  const name = view.words[at] ?? '';
  if (name === 'time' && view.words[at + 1] === 'zone') return true;
  return (HARMLESS.has(name) || name.startsWith('enable_')) && isAssignment(view, at + 1);
}
