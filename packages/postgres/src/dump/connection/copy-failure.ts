import { knownFailure, QueryError } from '../../errors/query-error.ts';

/** A copy failed at one object; the message names it, and then says what the server said. */
export class CopyFailure extends QueryError {
  constructor(what: string, cause: QueryError) {
    const said = /[.!?]$/.test(cause.message) ? cause.message : `${cause.message}.`;
    super({ ...cause.toJSON(), message: `${what}: ${said}` }, { cause });
  }
}

/** Runs a part of a copy; what a server says against it is told together with the object. */
export async function naming<T>(what: string | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const known = knownFailure(error);
    const isOfPart = known !== null && !isAboutConnection(known) && !(known instanceof CopyFailure);
    throw what !== null && isOfPart ? new CopyFailure(what, known) : error;
  }
}

/** Lost, ended or called off: that says nothing about what was being done then. */
export function isAboutConnection(error: unknown): boolean {
  const known = knownFailure(error);
  return known === null || /^(08|57)/.test(known.code);
}

const NAME = '(?:"(?:[^"]|"")*"|[^\\s"(.;]+)';
const FULL_NAME = `${NAME}(?:\\.${NAME})?`;
const CONSTRAINT = new RegExp(`^ALTER (?:TABLE|DOMAIN) (?:ONLY )?(${FULL_NAME})\\s+ADD CONSTRAINT (${NAME})`);
const MADE_ON = new RegExp(
  `^CREATE (?:CONSTRAINT )?(TRIGGER|POLICY|(?:UNIQUE )?INDEX) (${NAME})\\s(?:[\\s\\S]*?\\s)?ON (?:ONLY )?(${FULL_NAME})`,
);
const FILLED = new RegExp(`^REFRESH MATERIALIZED VIEW (${FULL_NAME})`);
const MADE = new RegExp(
  `^(?:CREATE|ALTER)(?: OR REPLACE)?(?: UNLOGGED)? (${[
    'TABLE|FOREIGN TABLE|VIEW|MATERIALIZED VIEW|SEQUENCE|TYPE|DOMAIN|COLLATION|STATISTICS',
    'FUNCTION|PROCEDURE|AGGREGATE|SCHEMA|EXTENSION|ROLE|PUBLICATION|EVENT TRIGGER|SERVER',
    'FOREIGN DATA WRAPPER|TEXT SEARCH (?:CONFIGURATION|DICTIONARY)|OPERATOR (?:CLASS|FAMILY)',
  ].join('|')}) (?:IF NOT EXISTS |ONLY )?(${FULL_NAME})`,
);

/** What a definition defines, as the beginning of a sentence; null for one that is not known. Quotes nothing else of it. */
export function definedBy(statement: string): string | null {
  const [, table, constraint] = CONSTRAINT.exec(statement) ?? [];
  if (constraint !== undefined) return `The constraint ${constraint} of ${table} could not be created`;
  const [, part, name, on] = MADE_ON.exec(statement) ?? [];
  if (name !== undefined)
    return `The ${part?.toLowerCase().replace('unique ', '')} ${name} of ${on} could not be created`;
  const [, filled] = FILLED.exec(statement) ?? [];
  if (filled !== undefined) return `The materialized view ${filled} could not be filled`;
  const [, kind, object] = MADE.exec(statement) ?? [];
  return object === undefined ? null : `The ${kind?.toLowerCase()} ${object} could not be created`;
}
