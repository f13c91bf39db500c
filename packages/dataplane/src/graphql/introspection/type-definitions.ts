import { createPace, type Pace } from '@basalt/postgres/catalog';
import { GraphQLEnumType, GraphQLObjectType, introspectionTypes } from 'graphql';
import { operatorsOf } from '../compile/filter.ts';
import type { ApiSchema, MutationField, QueryField } from '../schema/api-schema.ts';
import { SCALARS, type Scalar, type ValueType } from '../schema/value-types.ts';
import { functionField, pageArguments, tableTypes, valueRef } from './table-types.ts';
import {
  enumeration,
  type FieldDefinition,
  field,
  input,
  inputObject,
  object,
  type TypeDefinition,
} from './type-definition.ts';

/** The API as its readers see it. */
export interface ShownSchema {
  /** By name, sorted. */
  readonly types: ReadonlyMap<string, TypeDefinition>;
  readonly hasMutation: boolean;
}

const known = new WeakMap<ApiSchema, Promise<ShownSchema>>();

/** Put together when somebody first asks for it. */
export function shownSchema(schema: ApiSchema): Promise<ShownSchema> {
  let shown = known.get(schema);
  if (shown === undefined) {
    shown = build(schema);
    known.set(schema, shown);
  }
  return shown;
}

async function build(schema: ApiSchema): Promise<ShownSchema> {
  const pace = createPace();
  const query = await shownFields(schema.query, queryField, pace);
  const mutation = await shownFields(schema.mutation, mutationField, pace);
  const tables = schema.tables.filter(({ shown }) => shown);
  const enums = [...schema.types.enums.values()].filter(({ shown }) => shown);
  const nodes = tables.filter(({ key }) => key.length > 0).map(({ type }) => type);
  const ofTables: TypeDefinition[] = [];
  for (const table of tables) {
    ofTables.push(...tableTypes(table));
    if (pace.isDue()) await pace.rest();
  }
  const types = [
    ...SCALARS.map((name): TypeDefinition => ({ kind: 'SCALAR', name, description: SCALAR_TEXTS[name] })),
    ...filterTypes(),
    ...enums.flatMap(({ name, values }) => [
      enumeration(
        name,
        [...values.keys()].filter((value) => LEGAL_VALUE.test(value)),
        `The values of ${name}.`,
      ),
      inputObject(
        `${name}Filter`,
        ['eq', 'in', 'is', 'neq'].map((operator) => input(operator, operandRef(operator, name))),
      ),
    ]),
    ...ofTables,
    ...introspectionTypes.map(fromLibrary),
    enumeration('FilterIs', ['NULL', 'NOT_NULL'], 'Whether there is a value.'),
    enumeration(
      'OrderByDirection',
      ['AscNullsFirst', 'AscNullsLast', 'DescNullsFirst', 'DescNullsLast'],
      'Upwards or downwards, and where rows without a value go.',
    ),
    object('PageInfo', PAGE_INFO, 'Where a page begins and ends, and what lies around it.'),
    {
      kind: 'INTERFACE' as const,
      name: 'Node',
      description: 'A row that has an id.',
      fields: [field('nodeId', 'ID!')],
      possibleTypes: nodes,
    },
    object('Query', query, 'What can be read.'),
    ...(mutation.length > 0 ? [object('Mutation', mutation, 'What can be changed.')] : []),
  ];
  if (pace.isDue()) await pace.rest();
  const byName = new Map(types.map((type) => [type.name, type]));
  return { types: await sorted(byName, pace), hasMutation: mutation.length > 0 };
}

const LEGAL_VALUE = /^(?!__)(?!(?:true|false|null)$)[_A-Za-z][_0-9A-Za-z]*$/;

const PAGE_INFO = [
  field('endCursor', 'String'),
  field('hasNextPage', 'Boolean!'),
  field('hasPreviousPage', 'Boolean!'),
  field('startCursor', 'String'),
];

const SCALAR_TEXTS: Readonly<Record<Scalar, string>> = {
  BigFloat: 'A number with as many digits as it has, as text.',
  BigInt: 'An integer of 64 bits, as text.',
  Boolean: 'True or false.',
  Cursor: 'A place in the order of a collection. What it holds is no concern of clients.',
  Date: 'A day: 2027-01-31.',
  Datetime: 'A moment: 2027-01-31T12:00:00+00:00.',
  Float: 'A number with a fraction.',
  ID: 'Names a row.',
  Int: 'An integer of 32 bits.',
  JSON: 'JSON, as text.',
  Opaque: 'A value of a type that GraphQL does not know, as JSON has it.',
  String: 'A text.',
  Time: 'A time of the day: 12:00:00.',
  UUID: 'A UUID.',
};

async function shownFields<Found>(
  fields: ReadonlyMap<string, Found>,
  define: (name: string, found: Found) => FieldDefinition | null,
  pace: Pace,
): Promise<FieldDefinition[]> {
  const shown: FieldDefinition[] = [];
  for (const [name, found] of fields) {
    const defined = name.startsWith('__') ? null : define(name, found);
    if (defined !== null) shown.push(defined);
    if (pace.isDue()) await pace.rest();
  }
  return shown;
}

async function sorted<Found>(
  byName: ReadonlyMap<string, Found>,
  pace: Pace,
): Promise<ReadonlyMap<string, Found>> {
  const names = [...byName.keys()].sort();
  if (pace.isDue()) await pace.rest();
  return new Map(names.map((name) => [name, byName.get(name) as Found]));
}

function queryField(name: string, found: QueryField): FieldDefinition | null {
  if (found.kind === 'node')
    return field(name, 'Node', [input('nodeId', 'ID!')], 'The row that has this id.');
  if (found.kind === 'function') return shownFunction(found.function);
  const { table } = found;
  if (!table.shown) return null;
  if (found.kind === 'collection')
    return field(name, `${table.type}Connection!`, pageArguments(table), `A page of ${table.type}.`);
  const args = table.key.flatMap(({ column }) =>
    column === null ? [] : input(column.field, `${valueRef(column.type)}!`),
  );
  return field(name, table.type, args, `The row of ${table.type} that has this key.`);
}

function mutationField(name: string, found: MutationField): FieldDefinition | null {
  if (found.kind === 'function') return shownFunction(found.function);
  const { table } = found;
  const { type } = table;
  if (!table.shown) return null;
  const rows = [
    ...(table.key.length > 0 ? [input('filter', `${type}Filter`)] : []),
    input('atMost', 'Int!', '1'),
  ];
  switch (found.kind) {
    case 'insert':
      return field(
        name,
        `${type}InsertResponse`,
        [input('objects', `[${type}InsertInput!]!`)],
        `Inserts rows of ${type}.`,
      );
    case 'update':
      return field(
        name,
        `${type}UpdateResponse!`,
        [input('set', `${type}UpdateInput!`), ...rows],
        `Updates rows of ${type}.`,
      );
    case 'delete':
      return field(name, `${type}DeleteResponse!`, rows, `Deletes rows of ${type}.`);
  }
}

function shownFunction(
  called: Parameters<typeof functionField>[0] & { shown: boolean },
): FieldDefinition | null {
  return called.shown ? functionField(called) : null;
}

/** Of scalars and of lists of them. */
function filterTypes(): TypeDefinition[] {
  return SCALARS.filter((scalar) => scalar !== 'Cursor' && scalar !== 'JSON').flatMap((scalar) => {
    const filters = [false, true].map((isList) => {
      const type: ValueType = { scalar, enum: null, isList, sql: '', elementSql: '', maxLength: null };
      const operators = operatorsOf(type) ?? [];
      const ref = isList ? `[${scalar}!]` : scalar;
      return inputObject(
        `${scalar}${isList ? 'List' : ''}Filter`,
        operators.map((operator) => input(operator, operandRef(operator, ref))),
      );
    });
    return scalar === 'ID' ? filters.slice(0, 1) : filters;
  });
}

function operandRef(operator: string, ref: string): string {
  if (operator === 'is') return 'FilterIs';
  return operator === 'in' ? `[${ref}!]` : ref;
}

/** The types that describe types are the same everywhere. */
function fromLibrary(type: (typeof introspectionTypes)[number]): TypeDefinition {
  const { name, description = null } = type;
  if (type instanceof GraphQLEnumType)
    return {
      ...enumeration(
        name,
        type.getValues().map((value) => value.name),
        '',
      ),
      description: description ?? null,
    };
  if (!(type instanceof GraphQLObjectType)) return { kind: 'SCALAR', name, description: description ?? null };
  const fields = Object.values(type.getFields()).map((one) =>
    field(
      one.name,
      String(one.type),
      one.args.map((argument) =>
        input(
          argument.name,
          String(argument.type),
          String(argument.type) === 'Boolean!' || argument.name === 'includeDeprecated' ? 'false' : null,
        ),
      ),
      one.description ?? null,
    ),
  );
  return object(name, fields, description ?? '');
}
