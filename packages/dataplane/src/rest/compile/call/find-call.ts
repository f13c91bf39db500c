import { invalidBody, invalidRpcMethod } from '../../errors/index.ts';
import { parseFilterParameter } from '../../request/parse-filters.ts';
import type { ReadLevel } from '../../request/read-plan.ts';
import type { RestBody, RestRequest } from '../../request/rest-request.ts';
import type { BodyKind } from '../../schema-cache/body-kind.ts';
import { findFunction } from '../../schema-cache/find-function.ts';
import { findQueryFunction, type QueryParameter } from '../../schema-cache/find-query-function.ts';
import type { DatabaseFunction, FunctionArgument, QualifiedName } from '../../schema-cache/schema-cache.ts';
import { storageType } from '../sql/cast-type.ts';
import type { QueryScope } from '../sql/query-scope.ts';
import { arrayText, checkDepth, checkDimensions, quoteName } from '../sql/sql-text.ts';
import { compilePayload, type PayloadColumn } from '../write/compile-payload.ts';

const PIECE_BYTES = 64 * 1024;

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

/** The arguments of a call as SQL. */
interface CallArguments {
  /** What stands between the parentheses. */
  list: string;
  /** A FROM item that the call follows with `lateral`, null when the list needs none. */
  from: string | null;
}

/** Arguments from the query string: each text is read by its type's input. Repeated ones are a list, or the last counts. */
function argumentsFromQuery(
  called: DatabaseFunction,
  parameters: readonly QueryParameter[],
  scope: QueryScope,
): CallArguments {
  const given = Map.groupBy(parameters, ({ name }) => name);
  const list = called.arguments.flatMap((argument) => {
    const texts = given.get(argument.name)?.map(({ value }) => value);
    const last = texts?.at(-1);
    if (texts === undefined || last === undefined) return [];
    checkDepth(last);
    if (isArrayType(argument.type)) checkDimensions(last);
    const mark = scope.values.add(argument.variadic ? arrayText(texts) : last);
    return [named(argument, `${mark}::${storageType(argument.type)}`)];
  });
  return { list: list.join(', '), from: null };
}

/** Arguments from the keys of a body's one object. @throws {RestError} PGRST102 when it is a list */
function argumentsFromBody(
  called: DatabaseFunction,
  body: Exclude<RestBody, { kind: 'raw' }>,
  names: readonly string[],
  scope: QueryScope,
): CallArguments {
  const isOneRow = body.shape === 'object' || (body.kind === 'text-values' && body.rows <= 1);
  if (!isOneRow) throw invalidBody('The arguments of a function must be one JSON object');
  const given = new Set(names);
  const used = called.arguments.filter(({ name }) => given.has(name));
  const [only] = used;
  if (only === undefined) return { list: '', from: null };
  if (only.name === '') return namelessArgument(only, body, scope);
  const columns = used.map(toColumn);
  const payload = compilePayload(body, columns, scope, { fillDefaults: false, onlyFirst: true });
  const list = used.map((argument) => named(argument, payload.value(toColumn(argument))));
  return { list: list.join(', '), from: payload.from };
}

/** The value under the empty key as the single unnamed argument: no column of a record can be called that. */
function namelessArgument(
  argument: FunctionArgument,
  body: Exclude<RestBody, { kind: 'raw' }>,
  scope: QueryScope,
): CallArguments {
  const object = `${scope.values.add(body.text)}::json${body.shape === 'array' ? ' -> 0' : ''}`;
  const alias = scope.aliases.next('payload');
  const type = storageType(argument.type);
  // Of a form even JSON comes as text.
  const isTextOfJson = body.kind === 'text-values' && (type === 'json' || type === 'jsonb');
  return {
    from: `json_to_record(json_build_object('value', ${object} -> '')) as ${alias}(value ${isTextOfJson ? 'text' : type})`,
    list: `${argument.variadic ? 'variadic ' : ''}${alias}.value${isTextOfJson ? `::${type}` : ''}`,
  };
}

/** The whole body as the single unnamed argument. */
function wholeBodyArgument(called: DatabaseFunction, body: RestBody, scope: QueryScope): CallArguments {
  const type = called.arguments[0]?.type ?? 'json';
  const isBinary = body.kind === 'raw' && body.mediaType === 'application/octet-stream';
  const value = body.kind !== 'raw' ? body.text : isBinary ? byteaText(body.bytes) : body.bytes;
  return { list: `${scope.values.add(value)}::${storageType(type)}`, from: null };
}

function toColumn({ name, type }: FunctionArgument): PayloadColumn {
  return { name, type, baseType: type, representation: null, default: null };
}

function isArrayType(type: string): boolean {
  return type.endsWith('[]');
}

function named(argument: FunctionArgument, value: string): string {
  return `${argument.variadic ? 'variadic ' : ''}${quoteName(argument.name)} => ${value}`;
}

/** Bytes as the text form of a bytea, `\x…`. In pieces: fifty megabytes as one string of digits would be copied three times. */
function byteaText(bytes: Buffer): Buffer {
  const text = Buffer.allocUnsafeSlow(2 + 2 * bytes.length);
  text.write('\\x', 'latin1');
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    text.write(bytes.toString('hex', at, Math.min(at + PIECE_BYTES, bytes.length)), 2 + 2 * at, 'latin1');
  return text;
}
