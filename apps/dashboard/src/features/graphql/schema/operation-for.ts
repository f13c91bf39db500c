import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

/** An operation, ready to be run once its variables say what they should. */
export interface Operation {
  query: string;
  variables: string;
}

export type OperationKind = 'query' | 'mutation';
type Field = GraphQLField<unknown, unknown>;

const SHOWN_FIELDS = 8;
/** Of pages, edges, nodes and rows that a change answers with: fields of rows themselves stand on the next level. */
const LEVELS = 3;
const INDENT = '  ';

/** The first thing to ask of an API: rows of its first table. Null when it has none. */
export function firstOperation(schema: GraphQLSchema): Operation | null {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  const first =
    fields.find(({ name }) => name.endsWith('Collection')) ?? fields.find(({ name }) => name !== 'node');
  return first === undefined ? null : operationFor('query', first);
}

/** An operation that asks for a field of the root with what it needs, and for values of what it answers. */
export function operationFor(kind: OperationKind, field: Field): Operation {
  const needed = field.args.filter(isRequiredArgument);
  const pages = field.args.some(({ name }) => name === 'first') ? ['first: 10'] : [];
  const declared = needed.map(({ name, type }) => `$${name}: ${type}`);
  const given = [...pages, ...needed.map(({ name }) => `${name}: $${name}`)];
  const name = field.name.charAt(0).toUpperCase() + field.name.slice(1);
  const lines = [`${kind} ${name}${bracketed(declared)} {`, ...selection(field, given, 1, LEVELS), '}'];
  const variables = Object.fromEntries(needed.map(({ name: one, type }) => [one, exampleOf(type)]));
  return {
    query: `${lines.join('\n')}\n`,
    variables: needed.length === 0 ? '' : `${JSON.stringify(variables, null, 2)}\n`,
  };
}

function bracketed(parts: readonly string[]): string {
  return parts.length === 0 ? '' : `(${parts.join(', ')})`;
}

function selection(field: Field, given: readonly string[], depth: number, levels: number): string[] {
  const indent = INDENT.repeat(depth);
  const head = `${indent}${field.name}${bracketed(given)}`;
  const inside = fieldsOf(field.type, depth + 1, levels);
  return inside === null ? [head] : [`${head} {`, ...inside, `${indent}}`];
}

/** Null for what has no fields of its own. */
function fieldsOf(type: GraphQLOutputType, depth: number, levels: number): string[] | null {
  const named = getNamedType(type);
  if (isLeafType(named)) return null;
  const indent = INDENT.repeat(depth);
  if (!isObjectType(named)) return [`${indent}__typename`];
  const fields = Object.values(named.getFields());
  const values = fields.filter(
    (one) => isLeafType(getNamedType(one.type)) && !one.args.some(isRequiredArgument),
  );
  const own = values.filter(({ name }) => name !== 'nodeId').slice(0, SHOWN_FIELDS);
  const wraps = fields.filter(({ name }) => /^(edges|node|records|pageInfo)$/.test(name));
  const deeper = levels === 0 ? [] : wraps.flatMap((one) => selection(one, [], depth, levels - 1));
  const isEdge = wraps.some(({ name }) => name === 'node');
  const lines = [...(isEdge ? [] : own.map(({ name }) => `${indent}${name}`)), ...deeper];
  return lines.length === 0 ? [`${indent}__typename`] : lines;
}

function exampleOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return exampleOf(type.ofType);
  if (isListType(type)) return [exampleOf(type.ofType)];
  if (isInputObjectType(type)) {
    const needed = Object.values(type.getFields()).filter((one) => isNonNullType(one.type));
    return Object.fromEntries(needed.map((one) => [one.name, exampleOf(one.type)]));
  }
  if (isEnumType(type)) return type.getValues()[0]?.name ?? null;
  if (type.name === 'Int' || type.name === 'Float') return 1;
  if (type.name === 'Boolean') return true;
  return type.name === 'BigInt' || type.name === 'BigFloat' ? '1' : '';
}
