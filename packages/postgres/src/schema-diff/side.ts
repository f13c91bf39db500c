import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { deserializeSnapshot, type ExtractResult, extract, serializeSnapshot } from '@supabase/pg-delta';
import pg from 'pg';
import { clientConfig } from '../connections/connect.ts';
import { type ConnectionTarget, withSetting } from '../connections/connection-target.ts';
import type { KeptSchema } from './difference.ts';
import { OWNER, withoutDoubles } from './mend-action.ts';
import { readUnmodeled, rolesOf, type UnmodeledObject } from './not-modeled.ts';

/** A schema as it was read. What was kept knows only what the library reads. */
export interface Side extends Pick<ExtractResult, 'factBase' | 'pgVersion'> {
  readonly unmodeled: readonly UnmodeledObject[] | null;
  /** Roles that the project's people can become. */
  readonly becomes: ReadonlySet<string>;
}

const STATEMENT_MS = 30_000;
/** Values are printed by these, whatever the database says. */
const PRINTED = { DateStyle: 'ISO', IntervalStyle: 'postgres', extra_float_digits: 1, bytea_output: 'hex' };

/** One of the two that are compared: a database, or what was kept of one. */
export function readSide(side: ConnectionTarget | KeptSchema): Promise<Side> {
  return side instanceof Uint8Array ? Promise.resolve(opened(side)) : readDatabase(side);
}

async function readDatabase(target: ConnectionTarget): Promise<Side> {
  // The library wants values as its driver reads them.
  const printed = Object.entries(PRINTED).reduce((so, [name, value]) => withSetting(so, name, value), target);
  const { types: _, ...config } = clientConfig(printed);
  const pool = new pg.Pool({ ...config, max: 1 });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    const { factBase, pgVersion } = await extract(pool, { statementTimeoutMs: STATEMENT_MS });
    await pool.query(`set statement_timeout = ${STATEMENT_MS}; set search_path = pg_catalog`);
    const unmodeled = await readUnmodeled(pool);
    const becomes = new Set(await rolesOf(pool, OWNER));
    return { factBase: withoutDoubles(factBase), pgVersion, unmodeled, becomes };
  } finally {
    await pool.end();
  }
}

export function opened(kept: KeptSchema): Side {
  const { factBase, pgVersion } = deserializeSnapshot(zstdDecompressSync(kept).toString());
  return { factBase: withoutDoubles(factBase), pgVersion, unmodeled: null, becomes: new Set() };
}

export const kept = ({ factBase, pgVersion }: Side): KeptSchema =>
  zstdCompressSync(serializeSnapshot(factBase, { pgVersion }));
