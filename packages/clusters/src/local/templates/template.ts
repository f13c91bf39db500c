import { createHash } from 'node:crypto';
import { chmod, chown, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PostgresMajor } from '../../driver.ts';
import { chownTree } from '../files/copy-tree.ts';
import { flushDisk } from '../files/disk.ts';
import { scratchName } from '../files/scratch-name.ts';
import { withFileLock } from '../locks/file-lock.ts';
import { templateOwner } from '../owners/access.ts';
import { killInside } from '../server/running-server.ts';
import { INITDB_ARGUMENTS, initdb, localeArguments } from './initdb.ts';
import { runTemplateScripts } from './run-template-scripts.ts';
import type { Script, TemplateRecipe } from './template-recipe.ts';

/** Part of every template's name: raise it when building changes in a way that the arguments do not show. */
const RECIPE = 2;
const UNUSED_MS = 2 * 24 * 60 * 60 * 1000;

/** Same name, same content: another SQL text, build or argument makes another template. */
export function templateName(recipe: TemplateRecipe): string {
  const { major, version, installation } = recipe.binaries;
  const content = JSON.stringify([
    RECIPE,
    // One of the machine has the same number as ours and other files.
    installation === undefined ? version : [installation, version],
    INITDB_ARGUMENTS,
    localeArguments(major, 'C.UTF-8'),
    recipe.scripts,
  ]);
  return `${major}-${recipe.kind}-${createHash('sha256').update(content).digest('hex').slice(0, 16)}`;
}

/**
 * A stopped data directory to copy from, built if need be: once, however many processes ask.
 * @param signal gives up a build: its processes end and its folder goes
 */
export async function ensureTemplate(
  root: string,
  folder: string,
  recipe: TemplateRecipe,
  signal: AbortSignal,
): Promise<string> {
  const name = templateName(recipe);
  const target = join(folder, name);
  if (!(await touch(target)))
    await withFileLock(join(folder, `.lock-${name}`), async () => {
      if (!(await touch(target))) await build(root, target, recipe, signal);
    });
  return join(target, 'data');
}

async function build(
  root: string,
  target: string,
  recipe: TemplateRecipe,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const owner = templateOwner();
  const scratch = scratchName(target);
  const data = join(scratch, 'data');
  // Without its folder and its processes every next stage fails, and the clean-up below follows.
  const giveUp = () => void discardUnfinished(scratch).catch(() => undefined);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    await mkdir(scratch);
    await chmod(scratch, 0o711);
    await mkdir(data, { mode: 0o700 });
    if (owner) await chown(data, owner.uid, owner.gid);
    await initdb(recipe.binaries, data, owner);
    if (recipe.scripts.length > 0) await runTemplateScripts(root, data, join(scratch, 'log'), recipe, owner);
    // Nothing that runs as nobody may read or change what every project is made of.
    if (owner) await chownTree(data, { uid: 0, gid: 0 });
    await flushDisk(scratch);
    await rename(scratch, target);
  } catch (error) {
    await discardUnfinished(scratch);
    if (!(await touch(target))) throw error;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

/** Deletes a template that was not finished, and ends the server that may still fill it. */
export async function discardUnfinished(scratch: string): Promise<void> {
  await killInside(join(scratch, 'data'));
  await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
}

/** Deletes templates that nothing has used for two days. */
export async function sweepTemplates(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/^\d+-(project|platform)-[0-9a-f]+$/.test(name)) continue;
    const path = join(folder, name);
    const stats = await stat(path).catch(() => null);
    if (stats === null || Date.now() - stats.mtimeMs < UNUSED_MS) continue;
    const aside = scratchName(path);
    await rename(path, aside).catch(() => undefined);
    await rm(aside, { recursive: true, force: true });
  }
}

/** Marks the template that a data directory belongs to as used just now; false if it is not there. */
export function touchTemplate(dataDirectory: string): Promise<boolean> {
  return touch(dirname(dataDirectory));
}

/** Marks as used just now; false if it is not there. */
async function touch(path: string): Promise<boolean> {
  const now = new Date();
  return utimes(path, now, now).then(
    () => true,
    () => false,
  );
}

export type ScriptsOf = (major: PostgresMajor) => readonly Script[];
