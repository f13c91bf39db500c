import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
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
 * @param program what is run, with arguments that come first
 */
export async function openCommandLine(
  origin: string,
  program: readonly string[] = [COMMAND_LINE ?? ''],
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
    'project_host: basalt.localhost',
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
