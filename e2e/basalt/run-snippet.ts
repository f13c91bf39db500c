import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (
  ...names: string[]
) => (...values: unknown[]) => Promise<Record<string, unknown>>;

/**
 * Runs JavaScript as a module would be run, with `scope` for what its imports and the code before it give.
 * @returns what it declares at its top, by name
 * @throws what it throws
 */
export async function runJavaScript(
  code: string,
  scope: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const body = code.replaceAll(/^import .*$/gm, '').replace('<Database>', '');
  const declared = [...body.matchAll(/^const (\{.*?\}|\w+) = /gms)].flatMap(
    ([, names = '']) => names.replaceAll(/\w+\s*:/g, '').match(/\w+/g) ?? [],
  );
  const given = Object.entries(scope).filter(([name]) => !declared.includes(name));
  const run = new AsyncFunction(...given.map(([name]) => name), `${body}\nreturn { ${declared.join(', ')} }`);
  return await run(...given.map(([, value]) => value));
}

export interface CommandAnswer {
  /** Of the last request of curl; 0 when there was none. */
  status: number;
  /** What was printed, parsed where it is JSON. */
  body: unknown;
}

/**
 * Runs commands with bash in a folder. curl is told by its settings, and not by the commands, to print the status.
 * @throws with what was printed when a command fails
 */
export async function runBash(
  code: string,
  folder: string,
  environment: Record<string, string> = {},
): Promise<CommandAnswer> {
  await writeFile(
    path.join(folder, '.curlrc'),
    'silent\nshow-error\nwrite-out = "\\n<status %{http_code}>"\nmax-time = 20\n',
  );
  const env = { PATH: process.env.PATH ?? '', HOME: folder, CURL_HOME: folder, ...environment };
  const output = await new Promise<string>((resolve, reject) => {
    const options = { cwd: folder, env, timeout: 120_000 };
    const child = execFile('bash', ['-eo', 'pipefail', '-c', code], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${code}\n${error.message}\n${stdout}\n${stderr}`));
    });
    // Nothing that is shown waits for somebody to type.
    child.stdin?.end();
  });
  const status = /\n<status (\d+)>$/.exec(output);
  return { status: Number(status?.[1] ?? 0), body: parsed(output.slice(0, status?.index)) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.trim();
  }
}
