import type { DatabaseFunction, FunctionArgument } from '../schema-cache/schema-cache.ts';
import { formatOf, valueSchema } from './definitions.ts';
import { fromComment, type JsonObject, objectOf } from './open-api.ts';

const WHOLE_BODIES: Readonly<Record<string, readonly string[]>> = {
  json: ['application/json'],
  jsonb: ['application/json'],
  text: ['text/plain'],
  xml: ['text/xml'],
  bytea: ['application/octet-stream'],
};

/** Calls of a function: by POST, and by GET when it cannot write. Of several overloads the first is described. */
export function buildFunctionPath(fn: DatabaseFunction): JsonObject {
  const operation = {
    tags: [`(rpc) ${fn.name}`],
    ...fromComment(fn.comment),
    produces: ['application/json', 'application/vnd.pgrst.object+json'],
    responses: { '200': { description: 'OK' } },
  };
  const [only] = fn.arguments;
  const unnamed = fn.arguments.length === 1 && only?.name === '' ? only : null;
  const get = { ...operation, parameters: fn.arguments.map(queryParameter) };
  return {
    ...(fn.volatility === 'volatile' || unnamed ? {} : { get }),
    post: {
      ...operation,
      ...(unnamed && Object.hasOwn(WHOLE_BODIES, unnamed.type) && { consumes: WHOLE_BODIES[unnamed.type] }),
      parameters: [unnamed ? wholeBody(unnamed, fn) : namedBody(fn)],
    },
  };
}

function queryParameter({ name, type, required, variadic }: FunctionArgument): JsonObject {
  const schema = valueSchema(type);
  return {
    in: 'query',
    name,
    required,
    ...(variadic
      ? { ...schema, collectionFormat: 'multi' }
      : { format: formatOf(type), type: scalarType(schema) }),
  };
}

/** In a query string an array is written as one text, `{1,2}`, and so is JSON. */
function scalarType({ type }: JsonObject) {
  return type === undefined || type === 'array' ? 'string' : type;
}

function namedBody(fn: DatabaseFunction): JsonObject {
  const required = fn.arguments.filter((argument) => argument.required).map(({ name }) => name);
  return {
    in: 'body',
    name: 'args',
    required: true,
    schema: {
      type: 'object',
      ...(fn.comment === null ? {} : { description: fn.comment }),
      ...(required.length > 0 ? { required } : {}),
      properties: objectOf(fn.arguments.map(({ name, type }) => [name, valueSchema(type)])),
    },
  };
}

function wholeBody({ type, required }: FunctionArgument, { comment }: DatabaseFunction): JsonObject {
  const description = comment === null ? {} : { description: comment };
  return { in: 'body', name: 'args', required, schema: { ...valueSchema(type), ...description } };
}
