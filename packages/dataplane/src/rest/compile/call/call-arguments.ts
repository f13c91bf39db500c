import { invalidBody } from '../../errors/index.ts';
import type { RestBody } from '../../request/rest-request.ts';
import type { QueryParameter } from '../../schema-cache/find-query-function.ts';
import type { DatabaseFunction, FunctionArgument } from '../../schema-cache/schema-cache.ts';
import { arrayText } from '../sql/array-text.ts';
import { byteaText } from '../sql/bytea-text.ts';
import { checkDepth, checkDimensions } from '../sql/check-value.ts';
import type { QueryScope } from '../sql/query-scope.ts';
import { quoteName } from '../sql/quote-name.ts';
import { storageType } from '../sql/storage-type.ts';
import { compilePayload, type PayloadColumn } from '../write/compile-payload.ts';

/** The arguments of a call as SQL. */
export interface CallArguments {
  /** What stands between the parentheses. */
  list: string;
  /** A FROM item that the call follows with `lateral`, null when the list needs none. */
  from: string | null;
}

/** Arguments from the query string: each text is read by its type's input. Repeated ones are a list, or the last counts. */
export function argumentsFromQuery(
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
export function argumentsFromBody(
  called: DatabaseFunction,
  body: Exclude<RestBody, { kind: 'raw' }>,
  names: readonly string[],
  scope: QueryScope,
): CallArguments {
  const isOneRow = body.shape === 'object' || (body.kind === 'text-values' && body.rows <= 1);
  if (!isOneRow) throw invalidBody('The arguments of a function must be one JSON object');
  const given = new Set(names);
  const used = called.arguments.filter(({ name }) => given.has(name));
  if (used.length === 0) return { list: '', from: null };
  const columns = used.map(toColumn);
  const payload = compilePayload(body, columns, scope, { fillDefaults: false, onlyFirst: true });
  const list = used.map((argument) => named(argument, payload.value(toColumn(argument))));
  return { list: list.join(', '), from: payload.from };
}

/** The whole body as the single unnamed argument. */
export function wholeBodyArgument(
  called: DatabaseFunction,
  body: RestBody,
  scope: QueryScope,
): CallArguments {
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
