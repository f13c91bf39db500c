import { type Pipeline, QueryError } from '@basalt/postgres';
import type { Identity } from '../../caller/identify-caller.ts';
import { callerSettings, runAsCaller } from '../../caller/run-as-caller.ts';
import type { ChangeBinding } from './change-binding.ts';
import { subscriberContext } from './decide-batch.ts';
import { FilterError, parseFilter } from './filters/parse-filter.ts';
import type { CheckedBinding } from './subscriptions.ts';
import { readTables, type TableForRole, tableKey } from './tables/read-tables.ts';
import { rowQuestion } from './tables/row-question.ts';

/** Why changes cannot be listened to, for the developer of the client. */
export class SubscriptionError extends Error {
  override readonly name = 'SubscriptionError';
}

const SETTINGS = callerSettings({ searchPath: ['public', 'extensions'], sources: [] });

/**
 * Reads the filters, and asks the database whether it knows tables, columns and values.
 * @throws {SubscriptionError} about what the client wants, {QueryError} the database cannot be asked
 */
export async function checkBindings(
  pipeline: Pipeline,
  identity: Identity,
  bindings: readonly ChangeBinding[],
): Promise<CheckedBinding[]> {
  const checked = bindings.map((binding) => ({ ...binding, terms: readTerms(binding) }));
  const { role } = identity;
  const named = checked.filter(({ schema, table }) => schema !== '*' && table !== '*');
  if (named.length === 0) return checked;
  const tables = await readTables(
    pipeline,
    named.map(({ schema, table }) => ({ schema, name: table, role })),
  );
  for (const binding of named) {
    const table = tables.get(tableKey({ schema: binding.schema, name: binding.table, role }));
    checkTable(binding, table);
    if (table !== undefined && binding.terms.length > 0)
      await checkValues(pipeline, identity, table, binding);
  }
  return checked;
}

function readTerms({ filter, select, table }: ChangeBinding): CheckedBinding['terms'] {
  if (table === '*' && (filter !== null || select !== null))
    throw new SubscriptionError('Filters and select are for one table, so name it.');
  if (filter === null) return [];
  try {
    return parseFilter(filter);
  } catch (error) {
    if (error instanceof FilterError)
      throw new SubscriptionError(`Error parsing \`filter\` params: ${error.message}: ${filter}`);
    throw error;
  }
}

function checkTable(
  { schema, table: name, terms, select }: CheckedBinding,
  table: TableForRole | undefined,
): void {
  const refuse = (why: string) =>
    new SubscriptionError(
      `Unable to subscribe to changes with given parameters. ${why} [schema: ${schema}, table: ${name}]`,
    );
  if (table === undefined) throw refuse('There is no such table.');
  if (!table.isPublished)
    throw refuse('The table is not in the publication supabase_realtime: add it to hear of its changes.');
  for (const column of [...terms.map((term) => term.column), ...(select ?? [])]) {
    const found = table.columns.find((known) => known.name === column);
    if (found === undefined) throw refuse(`There is no column "${column}".`);
    if (!found.isReadable) throw refuse(`The column "${column}" cannot be read by this role.`);
  }
}

/** Whether the values are ones of their columns' types: with no rows to look at, only they are read. */
async function checkValues(
  pipeline: Pipeline,
  identity: Identity,
  table: TableForRole,
  { terms, filter }: CheckedBinding,
): Promise<void> {
  try {
    await runAsCaller(pipeline, subscriberContext(identity), {
      settings: SETTINGS,
      statements: [rowQuestion(table, [], { terms, checksSight: false })],
      readOnly: true,
      mayClaimsChange: true,
      pool: 'short',
      keep: null,
    });
  } catch (error) {
    if (error instanceof QueryError && /^(22|42)/.test(error.code))
      throw new SubscriptionError(
        `Unable to subscribe to changes with given parameters. ${error.message} [filter: ${filter}]`,
      );
    throw error;
  }
}
