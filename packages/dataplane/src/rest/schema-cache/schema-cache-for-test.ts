import type { Column, DatabaseFunction, Relation, Relationship, SchemaCache } from './schema-cache.ts';
import { relationKey } from './schema-cache.ts';
import { parseSettings } from './settings/parse-settings.ts';

/** A schema cache made by hand, of the schema `public` where nothing else is said. */
export function cacheOf(parts: {
  relations?: readonly Relation[];
  functions?: readonly DatabaseFunction[];
  relationships?: readonly Relationship[];
  settings?: Readonly<Record<string, string>>;
}): SchemaCache {
  const settings = { dbSchemas: ['public'], dbExtraSearchPath: ['extensions'], dbMaxRows: 1000 };
  return {
    settings: parseSettings(settings, parts.settings ?? {}),
    relations: new Map(
      Object.entries(Object.groupBy(parts.relations ?? [], ({ schema }) => schema)).map(([schema, list]) => [
        schema,
        new Map((list ?? []).map((relation) => [relation.name, relation])),
      ]),
    ),
    functions: new Map([['public', Map.groupBy(parts.functions ?? [], ({ name }) => name)]]),
    relationships: Map.groupBy(parts.relationships ?? [], ({ origin }) => relationKey(origin)),
    roleSettings: new Map(),
    mediaHandlers: [],
  };
}

export function relationOf(name: string, more: Partial<Relation> = {}): Relation {
  return {
    schema: 'public',
    name,
    kind: 'table',
    comment: null,
    columns: new Map(),
    primaryKey: [],
    insertable: true,
    updatable: true,
    deletable: true,
    ...more,
  };
}

export function columnOf(name: string, type: string, more: Partial<Column> = {}): [string, Column] {
  const column: Column = {
    name,
    type,
    baseType: type,
    format: type,
    isArray: type.endsWith('[]'),
    isComposite: false,
    nullable: true,
    default: null,
    maxLength: null,
    enumValues: [],
    comment: null,
    representation: null,
  };
  return [name, { ...column, ...more }];
}

/** `functionOf('f', 'a int, b text?, c int[]*')`: `?` may be left out, `*` is variadic; a lone type is unnamed. */
export function functionOf(
  name: string,
  signature = '',
  more: Partial<DatabaseFunction> = {},
): DatabaseFunction {
  const parts = signature.split(',').map((part) => part.trim().split(' '));
  const parameters = parts.flatMap(([first = '', second]) => {
    const [argument, type] = second === undefined ? ['', first] : [first, second];
    const base = { name: argument, type: type.replace(/[?*]/g, '') };
    return type === '' ? [] : [{ ...base, required: !/[?*]/.test(type), variadic: type.endsWith('*') }];
  });
  return {
    schema: 'public',
    name,
    comment: null,
    arguments: parameters,
    returns: { kind: 'scalar', set: false, type: 'integer' },
    volatility: 'stable',
    isVariadic: parameters.some(({ variadic }) => variadic),
    settings: new Map(),
    ...more,
  };
}

const named = (name: string) => ({ schema: 'public', name });

/** Both directions of a foreign key: `keyOf('films(director_id)', 'directors(id)', 'films_director_fkey')`. */
export function keyOf(from: string, to: string, constraint: string, unique = false): Relationship[] {
  const [origin, near] = sideOf(from);
  const [target, far] = sideOf(to);
  const isSelf = origin === target;
  const pairs = near.map((column, index) => [column, far[index] ?? ''] as const);
  const shared = { kind: 'key', constraint, isSelf } as const;
  return [
    {
      ...shared,
      cardinality: unique ? 'o2o' : 'm2o',
      origin: named(origin),
      target: named(target),
      columns: pairs.map(([a, b]) => ({ origin: a, target: b })),
      forward: true,
    },
    {
      ...shared,
      cardinality: unique ? 'o2o' : 'o2m',
      origin: named(target),
      target: named(origin),
      columns: pairs.map(([a, b]) => ({ origin: b, target: a })),
      forward: false,
    },
  ];
}

/** One direction through a junction: `junctionOf('films', 'roles(film_id)(actor_id)', 'actors')`. */
export function junctionOf(from: string, through: string, to: string): Relationship {
  const [, junction = '', near = '', far = ''] = /^(\w+)\((\w+)\)\((\w+)\)$/.exec(through) ?? [];
  return {
    kind: 'junction',
    cardinality: 'm2m',
    origin: named(from),
    target: named(to),
    junction: named(junction),
    originConstraint: `${junction.replace('_view', '')}_${near}_fkey`,
    targetConstraint: `${junction.replace('_view', '')}_${far}_fkey`,
    originColumns: [{ origin: 'id', junction: near }],
    targetColumns: [{ junction: far, target: 'id' }],
    isSelf: from === to,
  };
}

export function computedOf(from: string, name: string, to: string): Relationship {
  return {
    kind: 'computed',
    cardinality: 'o2m',
    origin: named(from),
    target: named(to),
    function: named(name),
    isSelf: from === to,
  };
}

function sideOf(text: string): [table: string, columns: string[]] {
  const [, table = '', columns = ''] = /^(\w+)\((.*)\)$/.exec(text) ?? [];
  return [table, columns.split(',')];
}
