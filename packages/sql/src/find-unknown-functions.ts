import { functionCalls } from './function-calls.ts';
import { KNOWN_FUNCTIONS } from './known-functions.ts';
import type { QualifiedName } from './qualified-name.ts';
import { viewStatements } from './statement-view.ts';

function isKnown({ parts }: QualifiedName): boolean {
  const [first = '', second] = parts;
  if (second === undefined) return KNOWN_FUNCTIONS.has(first);
  return parts.length === 2 && first === 'pg_catalog' && KNOWN_FUNCTIONS.has(second);
}

/**
 * The functions a script calls that are not known to only read, without repetitions, in the order of their first
 * call: `public.f`, in lower case unless quoted. A courtesy: operators, casts and views may call functions unseen.
 */
export function findUnknownFunctions(sql: string): string[] {
  const calls = viewStatements(sql).flatMap((views) => views.flatMap(functionCalls));
  return [...new Set(calls.filter((name) => !isKnown(name)).map(({ parts }) => parts.join('.')))];
}
