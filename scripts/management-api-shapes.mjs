/**
 * Reduces an OpenAPI document to the bare shapes of its operations: paths, parameters, types, what is required and what is allowed.
 * Descriptions, examples and names are left out. One operation a line, as JSON Schema.
 *
 * node scripts/management-api-shapes.mjs <openapi.json> > e2e/api/management-api/operations.generated.json
 */
import { readFile } from 'node:fs/promises';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];
const KEPT = [
  'type',
  'enum',
  'format',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
];

const document = JSON.parse(await readFile(process.argv[2], 'utf8'));

/** @returns {object} the schema as JSON Schema, without references */
function shapeOf(schema = {}) {
  if (schema.$ref !== undefined) return shapeOf(document.components.schemas[schema.$ref.split('/').at(-1)]);
  const shape = Object.fromEntries(KEPT.flatMap((name) => (name in schema ? [[name, schema[name]]] : [])));
  for (const name of ['oneOf', 'anyOf', 'allOf'])
    if (name in schema) shape[name === 'oneOf' ? 'anyOf' : name] = schema[name].map(shapeOf);
  if (schema.properties !== undefined)
    shape.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, value]) => [name, shapeOf(value)]),
    );
  if (schema.required?.length > 0) shape.required = schema.required;
  if (schema.items !== undefined) shape.items = shapeOf(schema.items);
  if (schema.additionalProperties === false) shape.additionalProperties = false;
  else if (typeof schema.additionalProperties === 'object')
    shape.additionalProperties = shapeOf(schema.additionalProperties);
  return schema.nullable ? { anyOf: [shape, { type: 'null' }] } : shape;
}

function bodyOf({ content = {} } = {}) {
  const json = content['application/json'];
  return json === undefined ? undefined : shapeOf(json.schema);
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  METHODS.flatMap((method) => {
    const operation = methods[method];
    if (operation === undefined) return [];
    const success = Object.keys(operation.responses).find((status) => status.startsWith('2'));
    return [
      {
        method: method.toUpperCase(),
        path,
        query: (operation.parameters ?? [])
          .filter((parameter) => parameter.in === 'query')
          .map(({ name, required = false, schema }) => ({ name, required, schema: shapeOf(schema) })),
        request: bodyOf(operation.requestBody),
        status: Number(success),
        answer: bodyOf(operation.responses[success]),
      },
    ];
  }),
);
process.stdout.write(`[\n${operations.map((operation) => JSON.stringify(operation)).join(',\n')}\n]\n`);
