import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './alive.ts';
import type { HostProcess } from './host-process.ts';
import { uidOf } from './processes.ts';

/** A cluster with a secret that nobody else may see. */
export interface Neighbour {
  ref: string;
  secret: string;
  pid: number;
  uid: number;
  port: number;
  socketFolder: string;
  /** The number in the name of its socket. */
  socketPort: number;
  dataDirectory: string;
  systemIdentifier: string;
}

const TABLE = 'public.secrets';

/** @param port null: the platform's own cluster */
export async function makeNeighbour(
  host: HostProcess,
  ref: string,
  secret: string,
  port: number | null,
): Promise<Neighbour> {
  await host.driver.create({ ref, kind: port === null ? 'platform' : 'project', major: 17, port });
  await host.driver.start(ref);
  await host.platform.session(
    ref,
    `create table ${TABLE} as select '${secret}' as secret; checkpoint; select pg_switch_wal()`,
  );
  return lookAt(host, ref, secret, port);
}

async function lookAt(
  host: HostProcess,
  ref: string,
  secret: string,
  port: number | null,
): Promise<Neighbour> {
  const { pid, address } = await host.driver.start(ref);
  const [row] = await host.platform.session(
    ref,
    `select current_setting('data_directory') as data, system_identifier::text as identifier from pg_control_system()`,
  );
  return {
    ref,
    secret,
    pid,
    uid: uidOf(pid),
    port: port ?? 0,
    socketFolder: address.host,
    socketPort: address.port,
    dataDirectory: String(row?.data),
    systemIdentifier: String(row?.identifier),
  };
}

/** What is not as it was with a neighbour, in words. */
export async function harmTo(host: HostProcess, neighbour: Neighbour): Promise<string[]> {
  const { ref, secret, pid, uid, dataDirectory } = neighbour;
  if (!isAlive(pid)) return [`the server of ${ref} is dead`];
  const harm = strangersIn(dataDirectory, uid).map((path) => `${path} of ${ref} belongs to somebody else`);
  const rows = await host.platform
    .session(ref, `select secret from ${TABLE}`)
    .catch((error: unknown) => [{ secret: String(error) }]);
  if (rows[0]?.secret !== secret) harm.push(`${ref} answers ${JSON.stringify(rows).slice(0, 200)}`);
  return harm;
}

/** Files of a data directory that are not its server's, as far as the first two levels show. */
function strangersIn(folder: string, uid: number, depth = 0): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return []; // a file of the server that it has deleted meanwhile
    if (stats.uid !== uid) return [path];
    return stats.isDirectory() && depth < 1 ? strangersIn(path, uid, depth + 1) : [];
  });
}
