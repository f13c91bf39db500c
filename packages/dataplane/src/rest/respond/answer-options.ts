import { functionNotFound } from '../errors/schema-errors.ts';
import type { RestRequest } from '../request/rest-request.ts';
import { findRelation } from '../schema-cache/find-relation.ts';
import type { DatabaseFunction, Relation, SchemaCache } from '../schema-cache/schema-cache.ts';
import type { Answer } from './answer.ts';

/** OPTIONS: what can be done with the root, a relation or a function. @throws {RestError} PGRST202, PGRST205 */
export function answerOptions(resource: RestRequest['resource'], schema: string, cache: SchemaCache): Answer {
  return { status: 200, headers: { allow: allowed(resource, schema, cache) }, body: '' };
}

function allowed(resource: RestRequest['resource'], schema: string, cache: SchemaCache): string {
  if (resource.kind === 'root') return 'OPTIONS,GET,HEAD';
  if (resource.kind === 'relation') return allowedOnRelation(findRelation(cache, schema, resource.name));
  const overloads = cache.functions.get(schema)?.get(resource.name) ?? [];
  if (overloads.length === 0) throw noSuchFunction(schema, resource.name);
  return allowedOnFunction(overloads);
}

function allowedOnRelation({ insertable, updatable, deletable, primaryKey }: Relation): string {
  const methods = ['OPTIONS', 'GET', 'HEAD'];
  if (insertable) methods.push('POST');
  if (insertable && updatable && primaryKey.length > 0) methods.push('PUT');
  if (updatable) methods.push('PATCH');
  if (deletable) methods.push('DELETE');
  return methods.join(',');
}

function allowedOnFunction(overloads: readonly DatabaseFunction[]): string {
  const readable = overloads.some(({ volatility }) => volatility !== 'volatile');
  return readable ? 'OPTIONS,GET,HEAD,POST' : 'OPTIONS,POST';
}

function noSuchFunction(schema: string, name: string): Error {
  return functionNotFound({ schema, name, argumentNames: [], unnamed: null, suggestion: null });
}
