import { dynamicText } from './dynamic-text.ts';
import { isMark, nextOnLevel, type StatementView } from './statement-view.ts';
import { isString } from './token.ts';

const BEHIND_EXPRESSION: ReadonlySet<string> = new Set(['using', 'into', 'loop']);
/** `grant execute on …`, `execute function f()` of a trigger. */
const NO_EXPRESSION: ReadonlySet<string> = new Set(['function', 'procedure', 'on']);
const TEXT_FUNCTIONS: ReadonlySet<string> = new Set(['format', 'concat', 'concat_ws', 'immediate']);

/** Outside PL/pgSQL a word behind EXECUTE is the name of a prepared statement. */
function isText(view: StatementView, at: number, isBlock: boolean): boolean {
  const token = view.tokens[at];
  if (token === undefined) return false;
  if (isBlock) return !NO_EXPRESSION.has(view.words[at] ?? '');
  return isString(token) || isMark(view, at, '(') || TEXT_FUNCTIONS.has(view.words[at] ?? '');
}

/**
 * The SQL texts that EXECUTE runs in a statement: `execute 'drop …'`, `execute immediate …`, `open c for execute …`,
 * `return query execute …`, `for r in execute … loop`.
 */
export function executedTexts(view: StatementView, isBlock: boolean): string[] {
  const texts: string[] = [];
  let at = 0;
  while (at < view.tokens.length) {
    const from = view.words[at + 1] === 'immediate' ? at + 2 : at + 1;
    if (view.words[at] !== 'execute' || !isText(view, at + 1, isBlock)) {
      at += 1;
      continue;
    }
    let to = from;
    while (to < view.tokens.length && !BEHIND_EXPRESSION.has(view.words[to] ?? ''))
      to = nextOnLevel(view, to);
    texts.push(dynamicText(view, { from, to: Math.min(to, view.tokens.length) }));
    at = to;
  }
  return texts;
}
