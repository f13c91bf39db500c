import { invalidBody } from '../../rest/errors/request-errors.ts';
import type { RestError } from '../../rest/errors/rest-error.ts';
import { functionNotFound } from '../../rest/errors/schema-errors.ts';
import { GRAPHQL_SCHEMA } from '../database/load-database.ts';
import type { InputValue } from '../document/input-values.ts';
import { failRequest } from '../errors/graphql-failure.ts';
import { isNestedDeeper } from '../limits/depth.ts';
import { MAX_BODY_BYTES, MAX_VARIABLES_DEPTH } from '../limits/limits.ts';

export interface GraphqlRequest {
  readonly query: string;
  /** Null: the only one of the document. */
  readonly operationName: string | null;
  readonly variables: { readonly [name: string]: InputValue };
}

const MEMBERS = ['query', 'variables', 'operationName', 'extensions'];

/**
 * What a body asks.
 * @throws {RestError} for what is no request at all: PGRST102, PGRST202
 * @throws {GraphqlFailure} for members of the wrong type
 */
export function readGraphqlRequest(body: unknown): GraphqlRequest {
  const { query = null, operationName = null, variables = null } = readBody(body);
  if (typeof query !== 'string') failRequest('"query" must be a text: the document to run');
  if (operationName !== null && typeof operationName !== 'string')
    failRequest('"operationName" must be a text');
  if (isNestedDeeper(variables, MAX_VARIABLES_DEPTH))
    failRequest(`The variables are nested deeper than ${MAX_VARIABLES_DEPTH} levels`);
  if (typeof variables !== 'object' || Array.isArray(variables)) failRequest('variables must be an object');
  return { query, operationName, variables: (variables ?? {}) as GraphqlRequest['variables'] };
}

function readBody(body: unknown): Record<string, unknown> {
  if (!(body instanceof Buffer) || body.length === 0) throw invalidBody('Empty or invalid json');
  if (body.length > MAX_BODY_BYTES)
    failRequest(
      `The request is too large: ${MAX_BODY_BYTES / 1024 / 1024} MB are allowed, variables included.`,
    );
  let parsed: unknown;
  try {
    parsed = parseKeepingIntegers(body.toString('utf8'));
  } catch {
    throw invalidBody('Empty or invalid json');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw invalidBody('All object keys must match');
  const names = Object.keys(parsed);
  if (names.some((name) => !MEMBERS.includes(name))) throw notServed(names);
  return parsed as Record<string, unknown>;
}

/** Integers beyond what a number holds become bigints. Few requests have any, and only those pay for looking. */
function parseKeepingIntegers(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  // The third parameter is newer than its declaration.
  const keep = (_: string, value: unknown, context?: { source?: string }) => {
    const source = context?.source ?? '';
    if (typeof value !== 'number' || Number.isSafeInteger(value) || !/^-?\d+$/.test(source)) return value;
    return BigInt(source);
  };
  return JSON.parse(text, keep as Parameters<typeof JSON.parse>[1]);
}

/** As a call of a function that takes other arguments. */
export function notServed(argumentNames: readonly string[]): RestError {
  return functionNotFound({
    schema: GRAPHQL_SCHEMA,
    name: 'graphql',
    argumentNames: [...argumentNames].sort(),
    unnamed: null,
    suggestion: null,
  });
}
