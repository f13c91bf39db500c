import { invalidRpcMethod } from '../../errors/index.ts';
import { parseFilterParameter } from '../../request/parse-filter-parameter.ts';
import type { ReadLevel } from '../../request/read-plan.ts';
import type { RestBody, RestRequest } from '../../request/rest-request.ts';
import type { BodyKind } from '../../schema-cache/body-kind.ts';
import { findFunction } from '../../schema-cache/find-function.ts';
import { findQueryFunction } from '../../schema-cache/find-query-function.ts';
import type { DatabaseFunction, QualifiedName } from '../../schema-cache/schema-cache.ts';
import type { QueryScope } from '../sql/query-scope.ts';
import {
  argumentsFromBody,
  argumentsFromQuery,
  type CallArguments,
  wholeBodyArgument,
} from './call-arguments.ts';

/** A call with everything known about it. */
export interface FoundCall {
  function: DatabaseFunction;
  arguments: CallArguments;
  /** What is read of the result. */
  read: ReadLevel;
}

const NO_BODY: RestBody = { kind: 'json', text: '{}', shape: 'object', keys: [], rows: 1 };
const RAW_KINDS = {
  'text/plain': 'text',
  'text/xml': 'xml',
  'application/octet-stream': 'octet-stream',
} as const;

/** The function a request means, with its arguments. @throws {RestError} PGRST101, PGRST102, PGRST202, PGRST203 */
export function findCall(
  request: RestRequest,
  { schema, name }: QualifiedName,
  scope: QueryScope,
): FoundCall {
  switch (request.method) {
    case 'GET':
    case 'HEAD': {
      const found = findQueryFunction(scope.cache, schema, name, request.queryArguments);
      const read = found.filters.reduce(
        (level, filter) => parseFilterParameter(filter.name, filter.value, level),
        request.read,
      );
      return {
        function: found.function,
        arguments: argumentsFromQuery(found.function, found.arguments, scope),
        read,
      };
    }
    case 'POST':
      return findByBody(request, { schema, name }, scope);
    default:
      throw invalidRpcMethod(request.method);
  }
}

function findByBody(request: RestRequest, { schema, name }: QualifiedName, scope: QueryScope): FoundCall {
  const body = request.body ?? NO_BODY;
  const names = body.kind === 'raw' ? [] : (request.columns ?? body.keys);
  const found = findFunction(scope.cache, schema, name, names, { bodyKind: bodyKind(body) });
  const called = found.function;
  const args =
    found.wholeBody || body.kind === 'raw'
      ? wholeBodyArgument(called, body, scope)
      : argumentsFromBody(called, body, names, scope);
  return { function: called, arguments: args, read: request.read };
}

function bodyKind(body: RestBody): BodyKind {
  return body.kind === 'raw' ? RAW_KINDS[body.mediaType] : body.kind;
}
