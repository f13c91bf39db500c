import { execFile } from 'node:child_process';
import { chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type Bundle, BundleError } from '../bundle/bundle.ts';
import { findDeno } from '../deno/find-deno.ts';
import { INSIDE, makeRoot, mountList, offersSandbox, sandboxedCommand } from '../sandbox/sandbox.ts';
import { writeTraits } from '../traits/function-traits.ts';
import { explainFailure } from './explain-failure.ts';
import { importMapOf, SHIM_FILES } from './import-map.ts';

const PROGRAM = fileURLToPath(new URL('../program', import.meta.url));
/** Nobody else's: no function runs as this user. */
const BUILDER_UID = 2_147_210_000;
const LONGEST_MS = 120_000;
const MOST_OUTPUT = 16 * 1024 * 1024;
/** Of our own environment: how the npm registry is reached from here. */
const OF_THE_NETWORK = [
  'NPM_CONFIG_REGISTRY',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
];

const run = promisify(execFile);

interface Module {
  specifier: string;
  error?: string;
}

/**
 * Writes a checked bundle into a new folder, and finds, loads and keeps everything that it imports beside it, so that nothing has
 * to be asked for when it runs. No code of the function runs here. What Deno reads and writes meanwhile it does as a user that owns
 * nothing else, and afterwards all of it is ours.
 * @throws {BundleError} with file and line for what cannot be loaded
 */
export async function buildFunction(folder: string, bundle: Bundle): Promise<void> {
  const write = async (path: string, content: Buffer | string) => {
    await mkdir(join(folder, path, '..'), { recursive: true, mode: 0o755 });
    await writeFile(join(folder, path), content, { mode: 0o644, flag: 'wx' });
  };
  await mkdir(join(folder, 'cache'), { recursive: true, mode: 0o755 });
  for (const { path, bytes } of bundle.files) await write(join('source', path), bytes);
  for (const [name, text] of Object.entries(SHIM_FILES)) await write(join('shims', name), text);
  await write('import-map.json', importMapOf(bundle));
  await loadImports(folder, join('source', bundle.entrypoint));
  if (process.getuid?.() === 0) await run('chown', ['-hR', '0:0', folder]);
  await run('chmod', ['-R', 'u=rwX,go=rX', folder]);
  await writeTraits(folder);
  await flushFolder(folder);
}

/** One call for all of the files, of which there may be thousands. */
export async function flushFolder(folder: string): Promise<void> {
  await run('sync', ['--file-system', folder]).catch(() => run('sync'));
}

async function loadImports(folder: string, entrypoint: string): Promise<void> {
  const isApart = await offersSandbox();
  const root = `${folder}.root`;
  const list = `${folder}.mounts`;
  const at = isApart ? INSIDE.function : folder;
  const program = isApart ? INSIDE.program : PROGRAM;
  const options = ['--no-config', '--allow-import', `--import-map=${join(at, 'import-map.json')}`];
  const deno = async (...command: string[]) => {
    const sandboxed = sandboxedCommand({ root, mountList: list, uid: BUILDER_UID, running: null }, [
      INSIDE.deno,
      ...command,
    ]);
    const [file, args] = isApart ? [sandboxed.program, sandboxed.arguments] : [findDeno(), command];
    const env = buildEnvironment(join(at, 'cache'));
    return run(file, args, {
      cwd: '/',
      env,
      timeout: LONGEST_MS,
      killSignal: 'SIGKILL',
      maxBuffer: MOST_OUTPUT,
    });
  };
  try {
    if (isApart) {
      await makeRoot(root);
      const mounts = {
        deno: findDeno(),
        program: PROGRAM,
        function: folder,
        writable: true,
        door: null,
        uid: BUILDER_UID,
      };
      await writeFile(list, mountList(root, mounts), { mode: 0o600 });
      await chown(join(folder, 'cache'), BUILDER_UID, BUILDER_UID);
    }
    await deno('cache', '--quiet', ...options, join(at, entrypoint), join(program, 'serve-function.ts'));
    const { stdout } = await deno('info', '--json', ...options, join(at, entrypoint));
    checkModules((JSON.parse(stdout) as { modules: Module[] }).modules, pathToFileURL(at).href);
  } catch (error) {
    if (error instanceof BundleError) throw error;
    const { stderr, killed } = error as { stderr?: string; killed?: boolean };
    if (killed) throw new BundleError(`Its imports could not be loaded within ${LONGEST_MS / 1000} seconds.`);
    if (stderr === undefined) throw error;
    throw new BundleError(explainFailure(stderr, `${pathToFileURL(join(at, 'source')).href}/`));
  } finally {
    await Promise.all([rm(root, { recursive: true, force: true }), rm(list, { force: true })]);
  }
}

/** Files that lie elsewhere would not be there when the function runs, or are none of its business. */
function checkModules(modules: readonly Module[], inside: string): void {
  for (const { specifier, error } of modules) {
    if (error !== undefined) throw new BundleError(explainFailure(error, `${inside}/source/`));
    if (specifier.startsWith('file:') && !specifier.startsWith(`${inside}/`))
      throw new BundleError(`It imports ${specifier}, which was not deployed with it.`);
  }
}

function buildEnvironment(cache: string): NodeJS.ProcessEnv {
  const kept = OF_THE_NETWORK.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return {
    ...Object.fromEntries(kept),
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/tmp',
    DENO_DIR: cache,
    DENO_NO_PACKAGE_JSON: '1',
    DENO_NO_UPDATE_CHECK: '1',
    DENO_TLS_CA_STORE: 'mozilla,system',
    NO_COLOR: '1',
  };
}
