import { spawn } from 'node:child_process';
import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { GitError } from './git-error.ts';
import { type GitTransport, MOST_ADVERTISED, MOST_PACKED, TIMEOUT_MS } from './transport.ts';

/** Who has nothing: reads what root keeps for everybody. */
const NOBODY = 65_534;

/**
 * What a repository's own configuration must not say: a command of its own to run, or something to fetch. What is said here wins over it. And
 * git reads what somebody else owns only where that is said.
 */
function protectedConfig(path: string): Record<string, string> {
  const config = {
    'safe.directory': path,
    'core.hooksPath': '/dev/null',
    'core.alternateRefsCommand': '',
    'core.fsmonitor': 'false',
    'protocol.allow': 'never',
    'protocol.ext.allow': 'never',
  };
  const entries = Object.entries(config).flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return { GIT_CONFIG_COUNT: `${Object.keys(config).length}`, ...Object.fromEntries(entries) };
}

/**
 * A bare repository of this machine, read by the machine's git, as whoever the repository belongs to, and never as root: what root owns is
 * read as nobody, so it has to be open to everybody.
 * @param root the folder in which the operator keeps repositories; null: there is none
 * @param name its path below that
 */
export function localTransport(root: string | null, name: string): GitTransport {
  const run = async (
    args: readonly string[],
    input: Buffer | null,
    maxBytes: number,
    signal: AbortSignal,
  ) => {
    const { path, uid, gid } = await findRepository(root, name);
    return uploadPack(path, { uid, gid }, args, input, maxBytes, signal);
  };
  return {
    advertise: (signal) => run(['--stateless-rpc', '--advertise-refs'], null, MOST_ADVERTISED, signal),
    ask: (request, signal) => run(['--stateless-rpc'], request, MOST_PACKED, signal),
  };
}

/** Links are followed before it is looked whether it is in the folder. */
async function findRepository(root: string | null, name: string) {
  const none = () =>
    new GitError(
      'not_found',
      `This machine has no repository called ${name} that may be read. Ask the operator for its name.`,
    );
  if (root === null)
    throw new GitError(
      'not_found',
      'Repositories of this machine can be read when its operator sets BASALT_GIT_REPOSITORIES.',
    );
  try {
    const [folder, path] = await Promise.all([realpath(root), realpath(join(root, name))]);
    const { uid, gid } = await stat(path);
    if (!path.startsWith(`${folder}${sep}`) || !(await stat(join(path, 'HEAD'))).isFile()) throw none();
    return { path, uid, gid };
  } catch (error) {
    throw error instanceof GitError ? error : none();
  }
}

function uploadPack(
  path: string,
  { uid, gid }: { uid: number; gid: number },
  args: readonly string[],
  input: Buffer | null,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const isRoot = process.getuid?.() === 0;
  return new Promise((resolve, reject) => {
    const git = spawn('git', ['upload-pack', '--strict', '--timeout=30', ...args, path], {
      cwd: '/',
      // Nothing that a configuration of ours or of another user says.
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
        HOME: '/nonexistent',
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_TERMINAL_PROMPT: '0',
        GIT_NO_LAZY_FETCH: '1',
        GIT_OPTIONAL_LOCKS: '0',
        ...protectedConfig(path),
        LC_ALL: 'C',
      },
      stdio: ['pipe', 'pipe', 'ignore'],
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      killSignal: 'SIGKILL',
      ...(isRoot && (uid === 0 ? { uid: NOBODY, gid: NOBODY } : { uid, gid: gid === 0 ? NOBODY : gid })),
    });
    const parts: Buffer[] = [];
    let size = 0;
    git.stdout.on('data', (bytes: Buffer) => {
      size += bytes.length;
      if (size <= maxBytes) return void parts.push(bytes);
      git.kill('SIGKILL');
      reject(new GitError('too_large', 'The repository is too large to be read.'));
    });
    git.on('error', (error: NodeJS.ErrnoException) => {
      signal.aborted
        ? reject(signal.reason)
        : reject(
            error.code === 'ENOENT'
              ? new GitError(
                  'unreachable',
                  'This machine has no git. Install it, or connect the repository by https or ssh.',
                  error,
                )
              : new GitError('unreachable', 'The repository could not be read in time.', error),
          );
    });
    git.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(parts));
      else
        reject(
          new GitError(
            'not_found',
            'The repository cannot be read. It must be a bare one, and belong to one user; one of root has to be readable by everybody, with all folders above it.',
          ),
        );
    });
    // Git may end before it has read everything.
    git.stdin.on('error', () => {});
    git.stdin.end(input ?? undefined);
  });
}
