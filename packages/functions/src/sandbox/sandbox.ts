import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What is seen inside, and where it lies outside. */
export interface Mounts {
  /** Deno itself. */
  deno: string;
  /** Our programs that run in it. */
  program: string;
  /** What was deployed, with what it imports. Null: it comes later, by {@link mountFunction}. */
  function: string | null;
  /** Whether that may be written: while it is built. */
  writable: boolean;
  /** Sockets. Null where there are none: while it is built. */
  door: string | null;
  /** Who it runs as. */
  uid: number;
}

/** The paths inside. */
export const INSIDE = {
  deno: '/deno',
  setpriv: '/setpriv',
  program: '/program',
  function: '/function',
  cache: '/function/cache',
  door: '/door',
  temporary: '/tmp',
} as const;

const TEMPORARY_BYTES = 64 * 1024 * 1024;
/** For what Deno knows of the modules, some hundred kilobytes. */
const CACHE_BYTES = 16 * 1024 * 1024;
/** Databases in which Deno keeps what it found out about modules, with what was written last. */
const DATABASE_OF_DENO = /^\w+_cache_v\d+(-wal)?$/;
const MOST_FILES = 1_024;
const MOST_PROCESSES = 256;

/** Of the machine, read only and where it is there: libraries, certificates, names, and devices that give nothing away. */
const OF_THE_MACHINE = {
  folders: [
    '/lib',
    '/lib64',
    '/usr/lib',
    '/usr/lib64',
    '/etc/ssl/certs',
    '/usr/share/ca-certificates',
    '/etc/pki/tls/certs',
  ],
  files: ['/etc/resolv.conf', '/etc/hosts', '/etc/nsswitch.conf', '/etc/localtime'],
  devices: ['/dev/null', '/dev/urandom', '/dev/random'],
};

const NAMESPACES = ['unshare', '--pid', '--fork', '--kill-child', '--mount', '--ipc', '--uts'];

/**
 * Runs as root in namespaces of its own: makes an almost empty file system, and changes into it as a user that owns nothing.
 * Deno opens its databases of modules only where it may write, and without them reads every module anew: it gets copies, in memory and in a
 * folder of its user, where its permissions let no function write. Without the copies it is only slower.
 * Arguments: where the root is mounted, the list of mounts, the user, a folder and files of it to copy, then the program.
 */
const MAKE_AND_ENTER = `
set -e
mount -a -T "$2"
[ -z "$5" ] || (cd "$4" && install -o "$3" -g "$3" -m 600 $5 "$1${INSIDE.cache}") || :
cd "$1"
ulimit -c 0
ulimit -n ${MOST_FILES}
ulimit -p ${MOST_PROCESSES} 2>/dev/null || ulimit -u ${MOST_PROCESSES}
user=$3
shift 5
exec chroot . ${INSIDE.setpriv} --no-new-privs --bounding-set -all --inh-caps -all --reuid "$user" --regid "$user" --clear-groups --pdeathsig KILL "$@"`;

export interface Sandbox {
  /** A folder of {@link makeRoot}: the file system is mounted over it, which nobody outside sees. */
  root: string;
  /** Where the list of mounts is: the text of {@link mountList}. */
  mountList: string;
  uid: number;
  /** The folder of a function that runs, whose databases of modules are copied; null: it is being built, or comes later. */
  running: string | null;
}

/** Makes a folder with nothing in it but what others are mounted on, for any number of sandboxes. */
export async function makeRoot(root: string): Promise<void> {
  const { folders, files, devices } = present();
  await mkdir(root, { recursive: true, mode: 0o755 });
  const make = (path: string) => mkdir(join(root, path), { recursive: true, mode: 0o755 });
  for (const path of [...folders, '/proc', INSIDE.program, INSIDE.function, INSIDE.door, INSIDE.temporary])
    await make(path);
  for (const path of [...files, ...devices, INSIDE.deno, INSIDE.setpriv]) {
    await make(dirname(path));
    await writeFile(join(root, path), '', { mode: 0o644 });
  }
}

/** The command that runs a program inside. */
export function sandboxedCommand(
  { root, mountList: list, uid, running }: Sandbox,
  command: readonly string[],
): { program: string; arguments: string[] } {
  const [program = '', ...rest] = [
    'setpriv',
    '--pdeathsig',
    'KILL',
    ...NAMESPACES,
    'sh',
    '-c',
    MAKE_AND_ENTER,
    'sh',
    root,
    list,
    String(uid),
    ...(running === null ? ['', ''] : [join(running, 'cache'), databasesOf(running).join(' ')]),
    ...command,
  ];
  return { program, arguments: rest };
}

/**
 * Mounts the folder of a function into a sandbox that was made without one, to be read only. What runs in there cannot do that itself.
 * @param pid of the process that made the sandbox
 * @throws Error when it is gone, or the kernel refuses
 */
export async function mountFunction(pid: number, root: string, folder: string): Promise<void> {
  const mount = ['mount', '--bind', '-o', 'ro,nosuid,nodev', folder, `${root}${INSIDE.function}`];
  await run('nsenter', ['--target', String(pid), '--mount', ...mount], { cwd: '/' });
}

/** Only what is a file of its own: whoever copies them may read everything. */
function databasesOf(folder: string): string[] {
  return readdirSync(join(folder, 'cache'), { withFileTypes: true })
    .filter((entry) => entry.isFile() && DATABASE_OF_DENO.test(entry.name))
    .map(({ name }) => name);
}

/** What of the cache is only read: files that were loaded or translated. */
function readOnlyParts(folder: string): string[] {
  return ['gen', 'npm', 'remote'].filter((name) => existsSync(join(folder, 'cache', name)));
}

/** One line for each mount, as `fstab` has them. Spaces in paths are written as it wants them. */
export function mountList(root: string, mounts: Mounts): string {
  const { folders, files, devices } = present();
  const line = (source: string, target: string, options: string, type = 'none') =>
    `${escaped(source)} ${escaped(`${root}${target}`)} ${type} ${options} 0 0\n`;
  const bind = (source: string, target: string, mode: 'ro' | 'rw', more = '') =>
    line(source, target, `bind,${mode}${more}`);
  const ofFunction = (folder: string) => [
    bind(folder, INSIDE.function, mounts.writable ? 'rw' : 'ro', ',nosuid,nodev'),
    ...(mounts.writable
      ? []
      : [
          line(
            'none',
            INSIDE.cache,
            `size=${CACHE_BYTES},mode=700,uid=${mounts.uid},gid=${mounts.uid},nosuid,nodev,noexec`,
            'tmpfs',
          ),
          ...readOnlyParts(folder).map((name) =>
            bind(join(folder, 'cache', name), `${INSIDE.cache}/${name}`, 'ro', ',nosuid,nodev,X-mount.mkdir'),
          ),
        ]),
  ];
  return [
    bind(root, '', 'ro', ',nosuid,nodev'),
    ...folders.map((path) => line(path, path, 'rbind,ro')),
    ...files.map((path) => bind(path, path, 'ro')),
    ...devices.map((path) => line(path, path, 'bind')),
    bind(mounts.deno, INSIDE.deno, 'ro'),
    bind(setpriv(), INSIDE.setpriv, 'ro', ',nosuid'),
    bind(mounts.program, INSIDE.program, 'ro'),
    ...(mounts.function === null ? [] : ofFunction(mounts.function)),
    ...(mounts.door === null ? [] : [bind(mounts.door, INSIDE.door, 'rw', ',nosuid,nodev,noexec')]),
    line('none', INSIDE.temporary, `size=${TEMPORARY_BYTES},mode=1777,nosuid,nodev,noexec`, 'tmpfs'),
    line('proc', '/proc', 'nosuid,nodev,noexec', 'proc'),
  ].join('');
}

function escaped(path: string): string {
  return path.replace(/[\s\\]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`);
}

/** The program that gives up all rights, and has its process end with the one that started it. */
function setpriv(): string {
  return ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path)) ?? '/usr/bin/setpriv';
}

function present(): typeof OF_THE_MACHINE {
  known ??= {
    folders: OF_THE_MACHINE.folders.filter((path) => existsSync(path)),
    files: OF_THE_MACHINE.files.filter((path) => existsSync(path)),
    devices: OF_THE_MACHINE.devices,
  };
  return known;
}

let known: typeof OF_THE_MACHINE | undefined;

/** Whether this machine lets us make such a place: as root, on Linux, with the right to make namespaces. */
export function offersSandbox(): Promise<boolean> {
  offered ??= new Promise((resolve) => {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) return resolve(false);
    const [program = '', ...rest] = [
      ...NAMESPACES,
      'sh',
      '-c',
      'mount -t tmpfs none /mnt && setpriv --version && chroot --version',
    ];
    execFile(program, rest, { cwd: '/' }, (error) => resolve(error === null));
  });
  return offered;
}

let offered: Promise<boolean> | undefined;
