import { hasNulls } from '@basalt/postgres/catalog';
import { quoteIdent } from '@basalt/sql';
import {
  changeDesign,
  createDesign,
  type DesignWarning,
  designWarnings,
  duplicateDesign,
  nameIn,
  type TableDesign,
} from '@basalt/sql/definitions';
import type { ClientBase } from 'pg';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Actor } from '../../kernel/ports.ts';
import { permittedProject } from '../../projects/permitted-project.ts';
import { readDatabase } from '../read-database.ts';
import { relationNamed } from './lookups.ts';
import { assertOwnSchema } from './protected-objects.ts';
import { runStatements } from './run-statements.ts';
import { findDesign, type LoadedDesign, loadDesign } from './table-design.ts';
import { planned } from './write-schema.ts';

export interface DesignRequest {
  ref: string;
  target:
    | { kind: 'create' }
    | { kind: 'change'; id: number; version: string }
    | { kind: 'duplicate'; id: number; with_rows: boolean };
  design: TableDesign;
}

interface Plan {
  statements: string[];
  warnings: DesignWarning[];
  /** The table that is changed or copied. */
  loaded: LoadedDesign | null;
}

/** What a design would run, and what to know before. @throws PlatformError `bad_request` with the field that is wrong */
export async function previewDesign(
  dependencies: Dependencies,
  actor: Actor,
  request: DesignRequest,
): Promise<{ statements: string[]; warnings: DesignWarning[] }> {
  await permittedProject(dependencies.db, actor, request.ref, 'run_sql');
  const { statements, warnings } = await planDesign(dependencies, actor, request);
  return { statements, warnings };
}

/**
 * Makes or changes the table in one transaction.
 * @throws PlatformError `conflict` when the table has changed, `confirmation_required` with warnings, and as `runStatements`
 */
export async function applyDesign(
  dependencies: Dependencies,
  actor: Actor,
  { confirmed, ...request }: DesignRequest & { confirmed: boolean },
  signal: AbortSignal | undefined,
): Promise<{ id: number; schema: string; name: string }> {
  const { project } = await permittedProject(dependencies.db, actor, request.ref, 'run_sql');
  const { statements, warnings, loaded } = await planDesign(dependencies, actor, request);
  if (!confirmed && warnings.some(({ needs_confirmation }) => needs_confirmation))
    throw new PlatformError('confirmation_required', 'This change loses data or holds the table up.', {
      details: { warnings },
    });
  const { schema, name } = request.design;
  const id = await runStatements(
    dependencies,
    project,
    {
      statements,
      body: request.design,
      before: loaded === null ? undefined : (client) => assertUnchanged(client, loaded, request.target.kind),
      after: (client) => idOf(client, schema, name),
    },
    signal,
  );
  return { id, schema, name };
}

async function idOf(client: ClientBase, schema: string, name: string): Promise<number> {
  const { sql, values } = relationNamed(schema, name);
  const { rows } = await client.query<{ id: string }>(sql, [...values]);
  return Number(rows[0]?.id ?? 0);
}

const CHANGED =
  'Somebody else has changed this table meanwhile. Load it again, and make your changes to what it is now.';

/** Takes the lock that the statements need anyway: from here on the definition stays as it is. */
async function assertUnchanged(
  client: ClientBase,
  loaded: LoadedDesign,
  kind: DesignRequest['target']['kind'],
): Promise<void> {
  const { id, schema, name } = loaded.definition;
  const { version } = await findDesign(client, id);
  if (version !== loaded.version) throw new PlatformError('conflict', CHANGED);
  await client.query(
    `lock table ${nameIn(schema, name)} in ${kind === 'change' ? 'access exclusive' : 'access share'} mode`,
  );
  const locked = await findDesign(client, id);
  if (locked.version !== loaded.version) throw new PlatformError('conflict', CHANGED);
}

async function planDesign(
  dependencies: Dependencies,
  actor: Actor,
  { ref, target, design }: DesignRequest,
): Promise<Plan> {
  assertOwnSchema(design.schema);
  if (target.kind === 'create')
    return { statements: await planned(() => createDesign(design)), warnings: [], loaded: null };
  const loaded = await loadDesign(dependencies, actor, ref, target.id);
  const { stored, definition } = loaded;
  if (target.kind === 'duplicate') {
    const ownSequences = definition.columns
      .filter(({ has_sequence, is_nullable }) => has_sequence && !is_nullable)
      .map(({ name }) => name);
    const options = { withRows: target.with_rows, ownSequences };
    const statements = await planned(() => duplicateDesign(stored.design, design, options));
    return { statements, warnings: [], loaded };
  }
  assertOwnSchema(definition.schema);
  if (target.version !== loaded.version) throw new PlatformError('conflict', CHANGED);
  const statements = await planned(() => changeDesign(stored, design));
  const warnings = designWarnings(stored, design, loaded);
  return {
    statements,
    warnings: [...warnings, ...(await nullWarnings(dependencies, actor, ref, loaded, design))],
    loaded,
  };
}

/** Columns that are to have a value in each row, and have none in some. */
async function nullWarnings(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  { stored, definition }: LoadedDesign,
  design: TableDesign,
): Promise<DesignWarning[]> {
  const wanted = design.columns.flatMap(({ number, is_nullable }) => {
    const old = stored.design.columns.find((column) => column.number === number);
    return old?.is_nullable === true && !is_nullable ? [old.name] : [];
  });
  if (wanted.length === 0) return [];
  const table = nameIn(definition.schema, definition.name);
  return readDatabase(dependencies, actor, ref, async (client) => {
    await client.query('begin read only');
    const warnings: DesignWarning[] = [];
    for (const name of wanted) {
      const column = quoteIdent(name);
      if ((await hasNulls(client, { table, column })) !== true) continue;
      const message = `${name} has rows without a value. Give them one first, or go on allowing null.`;
      warnings.push({ kind: 'nulls', needs_confirmation: false, column: name, message });
    }
    return warnings;
  });
}
