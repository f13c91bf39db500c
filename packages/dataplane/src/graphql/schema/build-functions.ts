import type { FunctionRow } from '@basalt/postgres/catalog';
import { quoteIdent } from '@basalt/sql';
import { type NamedDirective, readDirective } from '../database/directives.ts';
import type { Database } from '../database/load-database.ts';
import type { ApiArgument, ApiFunction, FunctionReturn } from './api-schema.ts';
import type { OpenSchema, TableDraft } from './build-tables.ts';
import { graphqlDefault } from './default-values.ts';
import { argumentName, functionName, isLegal, isShown } from './names.ts';
import type { ValueTypes } from './value-types.ts';

export interface BuildFunctionsInput {
  database: Database;
  schemas: ReadonlyMap<string, OpenSchema>;
  /** Oids of those that the role may call. */
  callable: ReadonlySet<number>;
  types: ValueTypes;
  drafts: ReadonlyMap<number, TableDraft>;
}

const NOT_SERVED: ReadonlySet<string> = new Set(['graphql', 'graphql_public', 'auth', 'extensions']);
const PAGE_ARGUMENTS = new Set(['first', 'last', 'before', 'after', 'offset', 'filter', 'orderBy']);

/** The functions of the root. Those that take a row become fields of its type. @throws {CommentDirectiveError} */
export function buildFunctions(input: BuildFunctionsInput): ApiFunction[] {
  const { catalog } = input.database;
  const defaults = new Map(catalog.argumentDefaults.map((row) => [row.function, row.defaults]));
  const uses = new Map<string, number>();
  for (const { name } of catalog.functions) uses.set(name, (uses.get(name) ?? 0) + 1);
  const tableOf = tablesByRow(input);
  const root: ApiFunction[] = [];
  for (const row of catalog.functions) {
    const open = input.schemas.get(row.schema);
    if (open === undefined || !input.callable.has(row.oid) || !takesValuesOnly(row)) continue;
    const returns = returnOf(row, input, tableOf);
    if (returns === null) continue;
    const directive: NamedDirective = readDirective('named', row.comment, `the function ${row.name}`);
    const name = directive.name ?? functionName(row.name, open.inflects);
    if (!isLegal(name)) continue;
    const [only, ...more] = row.inTypes;
    const of = only === undefined || more.length > 0 ? undefined : tableOf(only);
    const found: Omit<ApiFunction, 'arguments'> = {
      name,
      sql: `${quoteIdent(row.schema)}.${quoteIdent(row.name)}`,
      returns,
      volatile: row.volatility === 'v',
      description: directive.description ?? null,
      shown: open.shown && isShown(name),
    };
    if (of !== undefined) {
      if (!of.readsAll || returns.kind === 'void') continue;
      of.more.push({ kind: 'function', function: { ...found, arguments: [] } });
      of.names.push(name);
      continue;
    }
    if (NOT_SERVED.has(row.schema) || uses.get(row.name) !== 1) continue;
    const taken = argumentsOf(row, open, input.types, defaults.get(row.oid) ?? []);
    if (taken === null) continue;
    if (returns.kind === 'rows' && taken.some(({ field }) => PAGE_ARGUMENTS.has(field))) continue;
    root.push({ ...found, arguments: taken });
  }
  return root;
}

function takesValuesOnly({ kind, isVariadic, modes }: FunctionRow): boolean {
  return kind === 'f' && !isVariadic && (modes === null || modes.every((mode) => mode === 'i'));
}

/** Finds the table whose rows are of a type. */
function tablesByRow({ types, drafts }: BuildFunctionsInput): (type: number) => TableDraft | undefined {
  const byName = new Map([...drafts.values()].map((draft) => [`${draft.schema}\0${draft.name}`, draft]));
  return (type) => {
    const relation = types.row(type)?.relation;
    return relation ? byName.get(relation.join('\0')) : undefined;
  };
}

function returnOf(
  row: FunctionRow,
  { types }: BuildFunctionsInput,
  tableOf: (type: number) => TableDraft | undefined,
): FunctionReturn | null {
  const table = tableOf(row.returnType);
  if (table !== undefined) {
    if (!row.returnsSet || row.rows === 1) return { kind: 'row', table };
    return table.key.length === 0 ? null : { kind: 'rows', table };
  }
  if (row.returnsSet) return null;
  if (types.row(row.returnType)?.bareName === 'void') return { kind: 'void' };
  const type = types.find(row.returnType);
  return type === null || type.enum !== null ? null : { kind: 'value', type };
}

/** Null when one of them has no name or a type that cannot be given. */
function argumentsOf(
  { inTypes, names, defaults }: FunctionRow,
  { inflects }: OpenSchema,
  types: ValueTypes,
  defaultTexts: readonly (string | null)[],
): ApiArgument[] | null {
  const found: ApiArgument[] = [];
  const firstDefault = inTypes.length - defaults;
  for (const [index, oid] of inTypes.entries()) {
    const name = names?.[index] ?? '';
    const field = argumentName(name, inflects);
    const type = types.find(oid);
    if (name === '' || type === null || type.enum !== null || !isLegal(field)) return null;
    if (found.some((other) => other.field === field)) return null;
    const defaultValue = graphqlDefault(type, defaultTexts[index] ?? null);
    found.push({ name, field, type, required: index < firstDefault, defaultValue });
  }
  return found;
}
