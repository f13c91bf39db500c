import { quoteIdent, quoteLiteral } from '@basalt/sql';
import { type CollectedField, collectFields } from '../document/collect-fields.ts';
import { type InputValue, isInputObject } from '../document/input-values.ts';
import { fail } from '../errors/graphql-failure.ts';
import { MAX_STATEMENT_VALUES } from '../limits/limits.ts';
import type { ApiColumn, ApiTable, MutationField } from '../schema/api-schema.ts';
import { compileRootCall } from './call.ts';
import { compileFilter } from './filter.ts';
import { bindValue } from './input-texts.ts';
import { compileNode } from './node.ts';
import { type CompileScope, checkArguments, jsonObject, type RowRef, rowOf } from './scope.ts';

export interface CompiledMutation {
  /** One row: the JSON of the field, and how many rows were changed. */
  readonly sql: string;
  /** More must not be kept; null: any number may. */
  readonly atMost: { readonly rows: number; readonly message: string } | null;
}

/** The row that is written, as the statement itself sees it. */
const TARGET = 'x';

/** One field of a mutation as one statement. @throws {GraphqlFailure} */
export function compileMutation(
  found: MutationField,
  field: CollectedField,
  scope: CompileScope,
): CompiledMutation {
  if (found.kind === 'function') {
    const sql = compileRootCall(found.function, field, scope, compileNode);
    return { sql: `select ${sql}, 0`, atMost: null };
  }
  const { table } = found;
  switch (found.kind) {
    case 'insert':
      return {
        sql: returning(table, field, 'insert', compileInsert(table, field, scope), scope),
        atMost: null,
      };
    case 'update': {
      const write = compileUpdate(table, field, scope);
      const sql = returning(table, field, 'update', write, scope);
      return { sql, atMost: { rows: readAtMost(field), message: 'update impacts too many records' } };
    }
    case 'delete': {
      checkArguments(field, ['filter', 'atMost']);
      const write = `delete from ${table.sql} as ${TARGET}${whereSql(table, field, scope)}`;
      const sql = returning(table, field, 'delete', write, scope);
      return { sql, atMost: { rows: readAtMost(field), message: 'delete impacts too many records' } };
    }
  }
}

const RESPONSES = { insert: 'InsertResponse', update: 'UpdateResponse', delete: 'DeleteResponse' } as const;

/** Around a statement that writes: what it gives back of the written rows. */
function returning(
  table: ApiTable,
  field: CollectedField,
  verb: keyof typeof RESPONSES,
  write: string,
  scope: CompileScope,
): string {
  const type = `${table.type}${RESPONSES[verb]}`;
  const written = new WrittenRow(scope.aliases.next());
  const fields = collectFields(field.selections, { name: type }, scope);
  const answer = jsonObject(
    fields.map(({ key, name, selections }): [string, string] => {
      if (name === '__typename') return [key, quoteLiteral(type)];
      if (name === 'affectedCount') return [key, `(select count(*) from w)`];
      if (name !== 'records') return fail(`unknown field in ${verb}`);
      const node = compileNode(table, written, selections, scope);
      return [key, `(select coalesce(json_agg(${node}), '[]'::json) from w as ${written.alias})`];
    }),
  );
  // What is written comes back only to those who may read it, even where nobody asks for a column.
  if (written.isUnused) written.column(table.columns[0]?.name ?? '');
  return `with w as (${write} returning ${written.list()}) select ${answer}, (select count(*) from w)`;
}

/** Only the columns that are asked for come back: the role may not read the others. */
class WrittenRow implements RowRef {
  readonly alias: string;
  readonly #columns = new Map<string, string>();
  #whole = false;

  constructor(alias: string) {
    this.alias = alias;
  }

  get isUnused(): boolean {
    return this.#columns.size === 0 && !this.#whole;
  }

  column(name: string): string {
    const known = this.#columns.get(name) ?? `c${this.#columns.size}`;
    this.#columns.set(name, known);
    return `${this.alias}.${known}`;
  }

  row(): string {
    this.#whole = true;
    return `${this.alias}.whole`;
  }

  /** To be called when everything else is compiled. */
  list(): string {
    const target = rowOf(TARGET);
    const list = [...this.#columns].map(([name, as]) => `${target.column(name)} as ${as}`);
    if (this.#whole) list.push(`${TARGET} as whole`);
    return list.join(', ');
  }
}

function compileInsert(table: ApiTable, field: CollectedField, scope: CompileScope): string {
  checkArguments(field, ['objects']);
  const objects = readObjects(field.args.get('objects'), table);
  const columns = table.insertColumns.filter((column) =>
    objects.some((object) => Object.hasOwn(object, column.field)),
  );
  // Of a row without values all are defaults, but one has to be named.
  const [any] = table.insertColumns;
  const named = columns.length > 0 ? columns : any === undefined ? [] : [any];
  if (objects.length * named.length > MAX_STATEMENT_VALUES)
    fail(
      `Too many values at once: insert ${MAX_STATEMENT_VALUES.toLocaleString('en')} at most, rows times columns`,
    );
  const rows = objects.map((object) => {
    const values = named.map((column) => {
      const value = Object.hasOwn(object, column.field) ? object[column.field] : undefined;
      return value === undefined ? 'default' : bindValue(column.type, value, scope);
    });
    return `(${values.join(', ')})`;
  });
  const names = named.map(({ name }) => quoteIdent(name));
  return `insert into ${table.sql} as ${TARGET} (${names.join(', ')}) values ${rows.join(', ')}`;
}

function readObjects(
  value: InputValue | undefined,
  table: ApiTable,
): readonly { readonly [name: string]: InputValue }[] {
  if (value === undefined || value === null) fail('Invalid input for NonNull type');
  const list = Array.isArray(value) ? (value as readonly InputValue[]) : [value];
  if (list.length === 0) fail('At least one record must be provided to objects');
  return list.map((object) => readInput(object, `${table.type}InsertInput`, table.insertColumns));
}

function readInput(value: InputValue, type: string, columns: readonly ApiColumn[]) {
  if (value === null) fail('Invalid input for NonNull type');
  if (!isInputObject(value)) fail(`Invalid input for ${type} type`);
  const known = new Set(columns.map((column) => column.field));
  const extra = Object.keys(value).filter((name) => !known.has(name));
  if (extra.length > 0) fail(`Input for type ${type} contains extra keys ${JSON.stringify(extra)}`);
  return value;
}

function compileUpdate(table: ApiTable, field: CollectedField, scope: CompileScope): string {
  checkArguments(field, ['set', 'filter', 'atMost']);
  const set = readInput(field.args.get('set') ?? null, `${table.type}UpdateInput`, table.updateColumns);
  const changes = table.updateColumns.flatMap(({ field: name, name: column, type }) => {
    const value = Object.hasOwn(set, name) ? set[name] : undefined;
    return value === undefined ? [] : `${quoteIdent(column)} = ${bindValue(type, value, scope)}`;
  });
  if (changes.length === 0) fail('At least one mapping must be provided to set argument');
  return `update ${table.sql} as ${TARGET} set ${changes.join(', ')}${whereSql(table, field, scope)}`;
}

function whereSql(table: ApiTable, { args }: CollectedField, scope: CompileScope): string {
  const condition = compileFilter(args.get('filter'), table, rowOf(TARGET), scope);
  return condition === null ? '' : ` where ${condition}`;
}

function readAtMost({ args }: CollectedField): number {
  const value = args.has('atMost') ? args.get('atMost') : 1;
  if (value === null || value === undefined) fail('Invalid input for NonNull type');
  if (typeof value !== 'number' || !Number.isInteger(value)) fail('Invalid input for Int type');
  return value;
}
