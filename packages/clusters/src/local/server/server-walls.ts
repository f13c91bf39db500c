import { execFile } from 'node:child_process';
import { type Owner, runsAsRoot } from '../owners/access.ts';

/** What this machine offers to keep a server, and whatever runs inside it, to itself. */
export interface ServerWalls {
  /** Own views of processes and mounts. Whatever the server started ends with it. */
  namespaces: boolean;
  /** No program that a server starts gives it more rights, whatever its file says. */
  noNewPrivileges: boolean;
}

const NAMESPACES = ['unshare', '--pid', '--fork', '--kill-child', '--mount', '--mount-proc'];
const NO_NEW_PRIVILEGES = ['setpriv', '--no-new-privs'];
const NO_CAPABILITIES = ['--bounding-set', '-all', '--inh-caps', '-all'];

/**
 * Runs as the server's user in its data directory, with the program and its arguments as arguments. Limits hold for all that the
 * server starts. The folder for finished segments of the log is missing in restored databases, and what is in its place may be a
 * link; what a killed server began to copy there is cleared away. A full disk must not keep a server from starting.
 *
 * A server gets its full share of the processors, but does not interrupt whoever woke it (`SCHED_BATCH`): the gateway and the pooler
 * write to many backends in one turn, and each wake would stop them in between. That is a tenth of all that a busy machine serves.
 */
const PREPARE_AND_RUN = `
cd "$1" || exit 1
ulimit -c 0 2>/dev/null
ulimit -n "$2" 2>/dev/null
[ "$3" -gt 0 ] && { ulimit -p "$3" 2>/dev/null || ulimit -u "$3" 2>/dev/null; }
if [ -L pg_wal/outbox ] || [ ! -d pg_wal/outbox ]; then rm -f pg_wal/outbox; mkdir -m 700 pg_wal/outbox; fi
for left in pg_wal/outbox/archtemp.*; do if [ -e "$left" ]; then rm -f "$left"; fi; done
chrt --batch --pid 0 $$ >/dev/null 2>&1
shift 3
exec "$@"`;

/** A server opens at most a thousand files per process by itself; a project's own programs get along with it. */
const MOST_OPEN_FILES = 4_096;

export interface WalledCommand {
  program: string;
  arguments: string[];
  /** For `spawn`; left out where the command changes the user by itself. */
  owner: Owner | null;
}

/**
 * The command that runs a server inside of walls.
 * @param mostProcesses of the server's user; null: he has others
 */
export function walledCommand(
  server: { program: string; arguments: readonly string[]; dataDirectory: string },
  owner: Owner | null,
  walls: ServerWalls,
  mostProcesses: number | null,
): WalledCommand {
  const inner = [
    '/bin/sh',
    '-c',
    PREPARE_AND_RUN,
    'sh',
    server.dataDirectory,
    String(MOST_OPEN_FILES),
    String(mostProcesses ?? 0),
    server.program,
    ...server.arguments,
  ];
  const [program = '', ...rest] = [
    ...(owner && walls.namespaces ? NAMESPACES : []),
    ...(walls.noNewPrivileges ? [...NO_NEW_PRIVILEGES, ...(owner ? asUser(owner) : [])] : []),
    ...inner,
  ];
  return { program, arguments: rest, owner: walls.noNewPrivileges ? null : owner };
}

function asUser({ uid, gid }: Owner): string[] {
  return [...NO_CAPABILITIES, '--reuid', String(uid), '--regid', String(gid), '--clear-groups'];
}

/** What people should know of how projects are kept apart on this machine; null: all walls stand. */
export async function separationNote(): Promise<string | null> {
  const { namespaces, noNewPrivileges } = await serverWalls();
  return noteOn(runsAsRoot, namespaces, noNewPrivileges);
}

export function noteOn(isRoot: boolean, namespaces: boolean, noNewPrivileges: boolean): string | null {
  if (!isRoot)
    return (
      'Projects are kept apart by passwords and database roles only: all databases run under your own system user, so whoever ' +
      'breaks out of one can read the files of all, this data folder included. Start as root to give every project a user of its own.'
    );
  const missing = [
    ...(namespaces ? [] : ['a view of processes and mounts of its own']),
    ...(noNewPrivileges ? [] : ['the ban on programs that gain rights']),
  ];
  if (missing.length === 0) return null;
  return (
    `Every project has a system user of its own, which keeps projects apart. This machine does not offer ${missing.join(' and ')} ` +
    'in addition: that takes util-linux and, in a container, the right to make namespaces.'
  );
}

let offered: Promise<ServerWalls> | undefined;

/** Tries out what there is, once. */
export function serverWalls(): Promise<ServerWalls> {
  offered ??= tryOut();
  return offered;
}

async function tryOut(): Promise<ServerWalls> {
  if (process.platform !== 'linux') return { namespaces: false, noNewPrivileges: false };
  const nobody = { uid: 65_534, gid: 65_534 };
  const privileges = [...NO_NEW_PRIVILEGES, ...(runsAsRoot ? asUser(nobody) : [])];
  if (runsAsRoot && (await works([...NAMESPACES, ...privileges])))
    return { namespaces: true, noNewPrivileges: true };
  return { namespaces: false, noNewPrivileges: await works(privileges) };
}

function works([program = '', ...args]: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(program, [...args, '/bin/sh', '-c', 'exit 0'], { cwd: '/' }, (error) => resolve(error === null));
  });
}
