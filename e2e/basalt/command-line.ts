import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { OWNER } from './owner.ts';

/** The public command line, where there is one for this machine. */
export const COMMAND_LINE = findCommandLine();

function findCommandLine(): string | null {
  try {
    const { resolve } = createRequire(import.meta.url);
    return path.join(resolve('@supabase/cli-linux-x64/package.json'), '../bin/supabase');
  } catch {
    return null;
  }
}

export interface CommandLine {
  folder: string;
  /** Writes a file of the folder. */
  write(name: string, text: string): Promise<void>;
  /** Runs a command to its end. */
  run(...args: string[]): Promise<{ code: number; output: string }>;
  dispose(): Promise<void>;
}

/**
 * The command line in an empty folder, told where Basalt is and no more.
 * @param origin of the dashboard and the management API
 */
export async function openCommandLine(
  origin: string,
  {
    program = [COMMAND_LINE ?? ''],
    authority,
    projectHost = 'basalt.localhost',
  }: {
    /** What is run, with arguments that come first. */
    program?: readonly string[];
    /** A file with certificates that it trusts besides those that are known. */
    authority?: string;
    /** The domain below which it looks for projects. */
    projectHost?: string;
  } = {},
): Promise<CommandLine> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cli-'));
  const write = async (name: string, text: string) => {
    await mkdir(path.join(folder, name, '..'), { recursive: true });
    await writeFile(path.join(folder, name), text);
  };
  const profile = [
    'name: basalt',
    `api_url: ${origin}`,
    `dashboard_url: ${origin}`,
    `project_host: ${projectHost}`,
  ];
  await write('profile.yaml', profile.join('\n'));
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    SUPABASE_ACCESS_TOKEN: OWNER.accessToken,
    SUPABASE_NO_KEYRING: '1',
    SUPABASE_TELEMETRY_DISABLED: '1',
    SUPABASE_NO_UPDATE_NOTIFIER: '1',
    SUPABASE_YES: '1',
    SUPABASE_API_MAX_RETRIES: '0',
    ...(authority && { NODE_EXTRA_CA_CERTS: authority }),
  };
  const [command = '', ...first] = program;
  return {
    folder,
    write,
    run: (...args) =>
      new Promise((resolve) => {
        const complete = [...first, ...args, '--profile', path.join(folder, 'profile.yaml')];
        execFile(command, complete, { cwd: folder, env, timeout: 60_000 }, (error, stdout, stderr) =>
          resolve({
            code: error === null ? 0 : Number(error.code ?? 1),
            output: `${stdout}\n${stderr}`,
          }),
        );
      }),
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Runs the command line with another list of hosts than the machine's: names under `localhost` lead nowhere on many. */
export async function withHosts(line: string): Promise<{ folder: string; program: string[] }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hosts-'));
  const hosts = path.join(folder, 'hosts');
  await writeFile(hosts, `${line}\n`);
  const script = 'mount --bind "$0" /etc/hosts && exec "$@"';
  const program = ['unshare', '--mount', 'sh', '-c', script, hosts, COMMAND_LINE ?? ''];
  // The machine's own stays as it is.
  const before = await readFile('/etc/hosts', 'utf8');
  await promisify(execFile)('unshare', ['--mount', 'sh', '-c', script, hosts, 'true']);
  if ((await readFile('/etc/hosts', 'utf8')) !== before)
    throw new Error('The list of hosts of this machine was changed.');
  return { folder, program };
}
