import type { OperationDefinitionNode } from 'graphql';
import { StatementValues } from '../../rest/compile/sql/query-scope.ts';
import { relationKey } from '../../rest/schema-cache/schema-cache.ts';
import { type CollectedField, collectFields, type SelectionContext } from '../document/collect-fields.ts';
import { ABSENT, type InputValue, readValue } from '../document/input-values.ts';
import type { ParsedDocument } from '../document/parse-document.ts';
import { fail, failRequest, GraphqlFailure } from '../errors/graphql-failure.ts';
import { answerIntrospection, isIntrospection } from '../introspection/answer-introspection.ts';
import { Budget } from '../limits/budget.ts';
import { MAX_ROOT_FIELDS, MAX_SHORT_ROWS, MAX_SQL_LENGTH } from '../limits/limits.ts';
import type { ApiSchema, ApiTable, QueryField } from '../schema/api-schema.ts';
import { compileRootCall } from './call.ts';
import { compileConnection } from './connection.ts';
import { bindValue } from './input-texts.ts';
import { type CompiledMutation, compileMutation } from './mutation.ts';
import { compileNode, oneRow, rowsOf } from './node.ts';
import { keyEquals, readNodeId } from './node-id.ts';
import { PAGE_ARGUMENTS } from './page.ts';
import { Aliases, type CompileScope, checkArguments, type RowRef } from './scope.ts';

/** What the answer has under a key: JSON that is known already, or a column of the statement. */
export type RootMember =
  | { readonly key: string; readonly kind: 'json'; readonly json: string | readonly Buffer[] }
  | { readonly key: string; readonly kind: 'column'; readonly column: number };

interface Statement {
  readonly sql: string;
  readonly values: readonly (string | Buffer | null)[];
}

export interface CompiledQuery {
  readonly kind: 'query';
  readonly members: readonly RootMember[];
  /** Messages about fields that are not among the members. */
  readonly errors: readonly string[];
  /** Null when no member needs the database. */
  readonly statement: Statement | null;
  /** Whether it reads few rows, so that others may share its connection. */
  readonly isShort: boolean;
}

export interface CompiledMutations {
  readonly kind: 'mutation';
  /** In the order in which they run. `statement`: its place among `statements`. */
  readonly members: readonly (RootMember & { readonly atMost?: CompiledMutation['atMost'] })[];
  readonly statements: readonly Statement[];
}

export interface OperationInput {
  readonly document: ParsedDocument;
  readonly operation: OperationDefinitionNode;
  readonly variables: { readonly [name: string]: InputValue };
}

/**
 * An operation as SQL: a query is one statement, a mutation one for each field. Pure, and at once unless the query asks about the
 * schema. Names reach the text only through quoting,
 * values only as parameters.
 * @throws {GraphqlFailure} when nothing of it can be run
 */
export async function compileOperation(
  input: OperationInput,
  schema: ApiSchema,
): Promise<CompiledQuery | CompiledMutations> {
  const context = contextOf(input);
  const isMutation = input.operation.operation === 'mutation';
  if (isMutation && schema.mutation.size === 0) failRequest('Unknown type Mutation');
  const type = isMutation ? 'Mutation' : 'Query';
  const fields = rootFields(input.operation, type, context);
  return isMutation ? compileMutations(fields, schema, context) : compileQuery(fields, schema, context);
}

function contextOf({ document, operation, variables }: OperationInput): SelectionContext {
  const defaults = new Map(
    (operation.variableDefinitions ?? []).map(({ variable, defaultValue }) => [
      variable.name.value,
      defaultValue,
    ]),
  );
  const find = (name: string): InputValue | typeof ABSENT => {
    if (Object.hasOwn(variables, name)) return variables[name] ?? null;
    const otherwise = defaults.get(name);
    return otherwise === undefined ? ABSENT : readValue(otherwise, () => ABSENT);
  };
  return { fragments: document.fragments, find, budget: new Budget() };
}

function rootFields(
  { selectionSet }: OperationDefinitionNode,
  name: string,
  context: SelectionContext,
): CollectedField[] {
  try {
    const fields = collectFields([selectionSet], { name }, context);
    if (fields.length > MAX_ROOT_FIELDS)
      fail(
        `The query asks for ${fields.length} fields at once, aliases counted. ${MAX_ROOT_FIELDS} are allowed.`,
      );
    return fields;
  } catch (error) {
    if (error instanceof GraphqlFailure) failRequest(error.message);
    throw error;
  }
}

function scopeOf(schema: ApiSchema, context: SelectionContext): CompileScope {
  return { ...context, schema, values: new StatementValues(), aliases: new Aliases() };
}

async function compileQuery(
  fields: readonly CollectedField[],
  schema: ApiSchema,
  context: SelectionContext,
): Promise<CompiledQuery> {
  const scope = scopeOf(schema, context);
  const members: RootMember[] = [];
  const errors: string[] = [];
  const columns: string[] = [];
  let calls = false;
  for (const field of fields) {
    const { key, name } = field;
    try {
      if (isIntrospection(field, scope)) {
        members.push({ key, kind: 'json', json: await answerIntrospection(field, 'Query', scope) });
        continue;
      }
      const found = schema.query.get(name);
      if (found === undefined) fail(`Unknown field ${JSON.stringify(name)} on type Query`);
      calls ||= found.kind === 'function';
      const sql = compileRoot(found, field, scope);
      members.push({ key, kind: 'column', column: columns.push(sql) - 1 });
    } catch (error) {
      if (!(error instanceof GraphqlFailure)) throw error;
      errors.push(error.message);
    }
  }
  const statement = columns.length === 0 ? null : finish(`select ${columns.join(', ')}`, scope);
  const isShort = !calls && context.budget.rows <= MAX_SHORT_ROWS && !context.budget.looksAtAll;
  return { kind: 'query', members, errors, statement, isShort };
}

function finish(sql: string, { values }: CompileScope): Statement {
  if (sql.length > MAX_SQL_LENGTH)
    failRequest('The query makes too long a statement. Split it into several.');
  return values.finish(sql);
}

function compileRoot(found: QueryField, field: CollectedField, scope: CompileScope): string {
  switch (found.kind) {
    case 'collection':
      checkArguments(field, PAGE_ARGUMENTS);
      return compileConnection(rowsOf(found.table), field, scope, compileNode);
    case 'byKey':
      return compileByKey(found.table, field, scope);
    case 'node':
      return compileNodeById(field, scope);
    case 'function':
      return compileRootCall(found.function, field, scope, compileNode);
  }
}

function compileByKey(table: ApiTable, field: CollectedField, scope: CompileScope): string {
  checkArguments(
    field,
    table.key.map(({ name, column }) => column?.field ?? name),
  );
  const missing = table.key.filter(({ column }) => (field.args.get(column?.field ?? '') ?? null) === null);
  if (missing.length > 0)
    fail(`Missing primary key column(s): ${missing.map(({ name }) => name).join(', ')}`);
  const where = (row: RowRef) =>
    table.key
      .flatMap(({ name, column }) =>
        column === null
          ? []
          : `${row.column(name)} = ${bindValue(column.type, field.args.get(column.field) ?? null, scope)}`,
      )
      .join(' and ');
  return oneRow(table, where, field.selections, scope);
}

function compileNodeById(field: CollectedField, scope: CompileScope): string {
  checkArguments(field, ['nodeId']);
  const given = field.args.get('nodeId');
  if (given === undefined || given === null) fail('Invalid input for NonNull type');
  const id = readNodeId(given);
  const table = scope.schema.byName.get(relationKey(id));
  if (table === undefined || table.key.length !== id.key.length)
    fail('Collection referenced by nodeId did not match any known collection');
  return oneRow(table, (row) => keyEquals(table, id.key, row, scope), field.selections, scope);
}

/** All or nothing: what is wrong with one field is wrong with all. */
function compileMutations(
  fields: readonly CollectedField[],
  schema: ApiSchema,
  context: SelectionContext,
): CompiledMutations {
  const statements: Statement[] = [];
  const members = fields.map((field): CompiledMutations['members'][number] => {
    const { key, name } = field;
    if (name === '__typename') return { key, kind: 'json', json: JSON.stringify('Mutation') };
    const found = schema.mutation.get(name);
    if (found === undefined) fail(`Unknown field ${JSON.stringify(name)} on type Mutation`);
    const scope = scopeOf(schema, context);
    const { sql, atMost } = compileMutation(found, field, scope);
    return { key, kind: 'column', column: statements.push(finish(sql, scope)) - 1, atMost };
  });
  return { kind: 'mutation', members, statements };
}
