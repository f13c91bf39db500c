import type { ConnectionTarget } from '../../connections/connection-target.ts';
import { allOrNone } from '../connection/all-or-none.ts';
import { CopyConnection, withCopyConnection } from '../connection/copy-connection.ts';
import { naming } from '../connection/copy-failure.ts';
import { READING } from '../connection/source-snapshot.ts';
import type { ProgressMeter } from '../connection/transfer-progress.ts';
import { copyOutSql, fillSql, partsOf, type TablePart } from './copy-statements.ts';
import type { Table } from './tables.ts';

/** More do not help: a server that writes one table keeps one core busy, the one that reads it half of one. */
const WORKERS = 2;

export interface CopyTablesJob {
  readonly source: ConnectionTarget;
  readonly target: ConnectionTarget;
  /** Logs in to the target with the powers of the owners of users' tables. */
  readonly role: string;
  readonly tables: readonly Table[];
  readonly snapshot: string;
  readonly sameMajor: boolean;
  /** What users' constraints call may rely on it. */
  readonly searchPath: string;
  readonly meter: ProgressMeter;
  readonly signal: AbortSignal;
}

/** Where parts are written: as the role that only has its owners' powers, or, where no code of theirs can run, as the superuser. */
interface Doors {
  for(table: Table): Promise<CopyConnection>;
}

/** Copies the rows of all tables into the empty ones of the target, large ones first. Answers the bytes sent. */
export async function copyTables(job: CopyTablesJob): Promise<number> {
  const parts = partsOfAll(job.tables);
  const worker = (signal: AbortSignal) =>
    withCopyConnection(job.source, signal, READING, (from) =>
      withDoors(job, signal, async (doors) => {
        let bytes = 0;
        for (let part = parts.shift(); part !== undefined; part = parts.shift())
          bytes += await copyNamed(job, part, from, await doors.for(part.table));
        return bytes;
      }),
    );
  const workers = Array.from({ length: Math.min(WORKERS, parts.length) }, () => worker);
  const moved = await allOrNone<number[]>(job.signal, workers);
  return moved.reduce((sum, bytes) => sum + bytes, 0);
}

function partsOfAll(tables: readonly Table[]): TablePart[] {
  const totalPages = tables.reduce((sum, { pages }) => sum + pages, 0);
  return tables.flatMap((table) => partsOf(table, totalPages));
}

/** Opens either connection when it is first needed, and closes them in the end. */
async function withDoors<T>(
  { target, role, searchPath }: CopyTablesJob,
  signal: AbortSignal,
  work: (doors: Doors) => Promise<T>,
): Promise<T> {
  const open = new Map<string, CopyConnection>();
  const connectionOf = async (user: string) => {
    const path = user === target.user ? {} : { search_path: searchPath };
    // Triggers stay quiet, those of the platform's foreign keys among them: rows come in any order.
    const settings = { ...path, synchronous_commit: 'off', session_replication_role: 'replica' };
    const made = open.get(user) ?? (await CopyConnection.open({ ...target, user }, signal, settings));
    open.set(user, made);
    return made;
  };
  let failed = true;
  try {
    const result = await work({
      for: (table) => connectionOf(table.isOfServer ? target.user : role),
    });
    failed = false;
    return result;
  } finally {
    for (const connection of open.values()) await connection.close(failed);
  }
}

function copyNamed(
  job: CopyTablesJob,
  part: TablePart,
  from: CopyConnection,
  to: CopyConnection,
): Promise<number> {
  return naming(`The data of ${part.table.name} could not be copied`, () => copyPart(job, part, from, to));
}

async function copyPart(
  { snapshot, sameMajor, meter }: CopyTablesJob,
  part: TablePart,
  from: CopyConnection,
  to: CopyConnection,
): Promise<number> {
  const { table } = part;
  const binary = table.binary === 'everywhere' || (sameMajor && table.binary === 'same-version');
  const progress = meter.start(`Copying ${table.name}`, part.bytes);
  let bytes = 0;
  await to.copyIn(fillSql(part, binary), (send) =>
    from.copyOut(copyOutSql(part, snapshot, binary), 'frames', async (data) => {
      await send(data);
      bytes += data.length;
      progress.moved(data.length);
    }),
  );
  progress.done();
  return bytes;
}
