import { createHash } from 'node:crypto';
import { ownerOfSchema } from '@basalt/contract';
import { type FoundDefinition, readTableDefinition, type TableDefinition } from '@basalt/postgres/catalog';
import type { StoredDesign, TableDesign } from '@basalt/sql/definitions';
import type { ClientBase } from 'pg';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Actor } from '../../kernel/ports.ts';
import { readDatabase } from '../read-database.ts';

/** A table as it is, ready to be changed. */
export interface LoadedDesign extends FoundDefinition {
  stored: StoredDesign;
  version: string;
}

/** @throws PlatformError `not_found` when there is no such table */
export function loadDesign(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  id: number,
): Promise<LoadedDesign> {
  return readDatabase(dependencies, actor, ref, async (client) => {
    await client.query('begin read only');
    return findDesign(client, id);
  });
}

/**
 * The same on a connection, inside of a transaction.
 * @throws PlatformError `not_found` when there is no such table
 */
export async function findDesign(client: ClientBase, id: number): Promise<LoadedDesign> {
  const found = await readTableDefinition(client, id);
  if (found === null)
    throw new PlatformError('not_found', 'This table is not there any more. Load the list of tables again.');
  const { definition } = found;
  return { ...found, stored: toStored(definition), version: versionOf(definition) };
}

/** What the API answers. */
export async function getDesign(dependencies: Dependencies, actor: Actor, ref: string, id: number) {
  const { definition, stored, version, rows, bytes } = await loadDesign(dependencies, actor, ref, id);
  return {
    id: definition.id,
    version,
    design: stored.design,
    constraints: { primary_key: stored.primaryKey, columns: stored.columns },
    rows_estimate: rows,
    bytes,
    read_only: whyReadOnly(definition.schema),
  };
}

function whyReadOnly(schema: string): string | null {
  const owner = ownerOfSchema(schema);
  if (owner === 'project') return null;
  return `The schema ${schema} belongs to ${owner === 'postgres' ? 'PostgreSQL' : 'one of the services'}, so its tables cannot be changed here.`;
}

/** Changes with anything that is said of the table. Sizes are not in it. */
function versionOf(definition: TableDefinition): string {
  return createHash('sha256').update(JSON.stringify(definition)).digest('hex').slice(0, 32);
}

function toStored(definition: TableDefinition): StoredDesign {
  const { primary_key, columns, id: _, ...rest } = definition;
  const design: TableDesign = {
    ...rest,
    primary_key: primary_key?.columns ?? [],
    columns: columns.map(({ unique, check, has_sequence: _, ...column }) => ({
      ...column,
      is_unique: unique !== null,
      check: check?.expression ?? null,
    })),
  };
  const names = columns.map(({ number, unique, check }) => [number, { unique, check: check?.name ?? null }]);
  return { design, primaryKey: primary_key?.name ?? null, columns: Object.fromEntries(names) };
}
