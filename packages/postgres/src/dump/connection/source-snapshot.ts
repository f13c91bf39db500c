import type pg from 'pg';
import type { ConnectionTarget } from '../../connections/connection-target.ts';
import { withTransferClient } from './transfer-client.ts';

/** One moment of a database that several connections can read. It lasts as long as the connection that made it. */
export interface SourceSnapshot {
  /** As pg_export_snapshot answered it. */
  readonly id: string;
  /** Major version of the server. */
  readonly major: number;
  /** Sees the same moment; only for reading. */
  readonly client: pg.Client;
}

/**
 * For superusers' sessions that read what belongs to users. A name that is looked up for a table could be a view's by then,
 * and a view runs functions: with this no view and no foreign table is read.
 */
export const READING = { restrict_nonsystem_relation_kind: 'view,foreign-table' } as const;

/** Runs `work` while the present moment of the source can be read. */
export async function withSnapshot<T>(
  source: ConnectionTarget,
  signal: AbortSignal,
  work: (snapshot: SourceSnapshot) => Promise<T>,
): Promise<T> {
  const read = async (client: pg.Client) => {
    // When this connection goes, all others fail with it, in ways that say less.
    let lost: unknown = null;
    client.once('error', (error) => {
      lost = error;
    });
    const major = await serverMajor(client);
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query<{ id: string }>('select pg_catalog.pg_export_snapshot() as id');
    try {
      return await work({ id: rows[0]?.id ?? '', major, client });
    } catch (error) {
      throw lost ?? error;
    }
  };
  return withTransferClient(source, signal, read, READING);
}

/** 17 for PostgreSQL 17.10. */
export async function serverMajor(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ version: string }>(
    `select pg_catalog.current_setting('server_version_num') as version`,
  );
  return Math.trunc(Number(rows[0]?.version) / 10_000);
}
