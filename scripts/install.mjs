import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from './run-command.mjs';
import { readStamp, writeStamp } from './stamp.mjs';

const TIMEOUT = 15 * 60_000;
const stampPath = (root) => join(root, 'node_modules', '.basalt-install');

/** Whether node_modules is not what package-lock.json asks for on this platform. */
export function installIsStale(root) {
  const wanted = wantedStamp(root);
  if (readStamp(stampPath(root)) === wanted) return false;
  // Somebody who works on Basalt runs npm himself; what npm says it installed counts as much as our stamp.
  if (!matchesLock(root)) return true;
  writeStamp(stampPath(root), wanted);
  return false;
}

/** Installs exactly what package-lock.json names. Throws a sentence for people when that fails. */
export async function install(root) {
  if (!runsGlibc())
    throw new Error('Basalt needs a Linux with glibc (Debian, Ubuntu, Fedora and most others).');
  const wanted = wantedStamp(root);
  const [command, ...first] = npmCommand();
  // Both kinds are needed whatever NODE_ENV or the user's npm settings say: Vite builds the dashboard, and
  // Node and PostgreSQL come as optional packages.
  const args = [...first, 'ci', '--include=dev', '--include=optional'];
  const { code, timedOut, output } = await runCommand(command, args, { cwd: root, timeout: TIMEOUT });
  if (code !== 0) {
    const why = timedOut ? 'it took longer than 15 minutes' : `npm ended with code ${code}`;
    throw new Error(`The packages could not be installed: ${why}. What it said:\n\n${output.trim()}`);
  }
  writeStamp(stampPath(root), wanted);
}

/** npm as a command line: the one that runs us, else the one on PATH. */
function npmCommand(env = process.env) {
  if (env.npm_execpath && existsSync(env.npm_execpath)) return [systemNode(env), env.npm_execpath];
  return ['npm'];
}

/** A Node outside node_modules: `npm ci` deletes the one inside while it runs. */
function systemNode(env) {
  const named = env.npm_node_execpath;
  if (named && !named.includes('node_modules') && existsSync(named)) return named;
  const found = (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .find((path) => existsSync(path));
  return found ?? process.execPath;
}

function wantedStamp(root) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  return `${lock} ${process.platform}-${process.arch}\n`;
}

function matchesLock(root) {
  const installed = readStamp(join(root, 'node_modules', '.package-lock.json'));
  if (installed === null) return false;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(installed).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const found = present[path];
    return found === undefined ? isForElsewhere(entry) : found.version === entry.version;
  });
}

/** Whether npm leaves a package of the lockfile out on this platform. */
function isForElsewhere({ optional, os, cpu, libc }) {
  if (!optional) return false;
  if (os === undefined && cpu === undefined) return true;
  const accepts = (list, value) => list === undefined || [list].flat().includes(value);
  return !(accepts(os, process.platform) && accepts(cpu, process.arch) && accepts(libc, 'glibc'));
}

function runsGlibc() {
  return process.platform !== 'linux' || process.report.getReport().header.glibcVersionRuntime !== undefined;
}
