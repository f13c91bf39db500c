import { viewStatements } from '../text/statement-view.ts';
import { findUnknownFunctions } from './find-unknown-functions.ts';
import { isReader } from './reader.ts';

/** What decides whether a run has to be confirmed. */
export interface WriteDescription {
  /** True unless every statement is a plain reader. */
  readonly writes: boolean;
  /** Functions that are not known to only read, in order. */
  readonly unknownFunctions: readonly string[];
}

/** Says of a script whether it writes, as far as its text tells, and which unknown functions it calls. */
export function describeWrite(sql: string): WriteDescription {
  const writes = viewStatements(sql).some((views) => !views.every(isReader));
  return { writes, unknownFunctions: findUnknownFunctions(sql) };
}
