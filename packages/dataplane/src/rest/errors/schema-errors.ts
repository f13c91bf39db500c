import { RestError } from './rest-error.ts';

/** Errors of names that the schema cache does not know, codes PGRST200 to PGRST205. */

export interface RelationshipCandidate {
  cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many';
  /** `orders with customers` */
  embedding: string;
  /** `orders_customer_id_fkey using orders(customer_id) and customers(id)` */
  relationship: string;
  /** What tells it apart after `!`: name of the constraint, or of the junction. Not part of the answer's details. */
  hint: string;
}

/**
 * PGRST200: nothing relates the two.
 * @param suggestion a whole sentence for `hint`, e.g. `Perhaps you meant 'films' instead of 'film'.`
 */
export function relationshipNotFound(input: {
  origin: string;
  target: string;
  schema: string;
  usingHint: string | null;
  suggestion: string | null;
}): RestError {
  const using = input.usingHint === null ? '' : ` using the hint '${input.usingHint}'`;
  const pair = `'${input.origin}' and '${input.target}'`;
  return new RestError({
    status: 400,
    code: 'PGRST200',
    message: `Could not find a relationship between ${pair} in the schema cache`,
    details: `Searched for a foreign key relationship between ${pair}${using} in the schema '${input.schema}', but no matches were found.`,
    hint: input.suggestion,
  });
}

/** PGRST201: more than one relationship fits. */
export function relationshipAmbiguous(
  origin: string,
  target: string,
  candidates: readonly RelationshipCandidate[],
): RestError {
  const names = candidates.map(({ hint }) => `'${target}!${hint}'`).join(', ');
  return new RestError({
    status: 300,
    code: 'PGRST201',
    message: `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
    details: candidates.map(({ cardinality, embedding, relationship }) => ({
      cardinality,
      embedding,
      relationship,
    })),
    hint: `Try changing '${target}' to one of the following: ${names}. Find the desired relationship in the 'details' key.`,
  });
}

/**
 * PGRST202: no function takes these arguments.
 * @param unnamed what a body without names was tried as (`text`, `xml`, `bytea`, `json/jsonb`), null by GET
 * @param suggestion a function as `schema.name` or `schema.name(a, b)`, null when nothing comes near
 */
export function functionNotFound(input: {
  schema: string;
  name: string;
  argumentNames: readonly string[];
  unnamed: 'text' | 'xml' | 'bytea' | 'json/jsonb' | null;
  suggestion: string | null;
}): RestError {
  const { argumentNames, unnamed } = input;
  const called = `${input.schema}.${input.name}`;
  const list = argumentNames.join(', ');
  const onlyUnnamed = unnamed !== null && unnamed !== 'json/jsonb';
  const none = argumentNames.length === 0;
  const shown = onlyUnnamed ? '' : none ? ' without parameters' : `(${list})`;
  const named = none
    ? ' without parameters'
    : ` with parameter${argumentNames.length > 1 ? 's' : ''} ${list}`;
  const single = `a single unnamed ${unnamed} parameter`;
  const searched = onlyUnnamed ? ` with ${single}` : unnamed === null ? named : `${named} or with ${single}`;
  return new RestError({
    status: 404,
    code: 'PGRST202',
    message: `Could not find the function ${called}${shown} in the schema cache`,
    details: `Searched for the function ${called}${searched}, but no matches were found in the schema cache.`,
    hint:
      input.suggestion === null || onlyUnnamed
        ? null
        : `Perhaps you meant to call the function ${input.suggestion}`,
  });
}

/** PGRST203. @param candidates as `schema.name(a => integer, b => text)` */
export function functionAmbiguous(candidates: readonly string[]): RestError {
  return new RestError({
    status: 300,
    code: 'PGRST203',
    message: `Could not choose the best candidate function between: ${candidates.join(', ')}`,
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  });
}

/** PGRST204 */
export function columnNotFound(relation: string, column: string): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST204',
    message: `Could not find the '${column}' column of '${relation}' in the schema cache`,
  });
}

/** PGRST205. @param suggestion the name of a similar table in the same schema, if one is near enough */
export function tableNotFound(schema: string, name: string, suggestion: string | null): RestError {
  return new RestError({
    status: 404,
    code: 'PGRST205',
    message: `Could not find the table '${schema}.${name}' in the schema cache`,
    hint: suggestion === null ? null : `Perhaps you meant the table '${schema}.${suggestion}'`,
  });
}
