import { MAX_BUCKETS_IN_USAGE, type StorageUsage } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { noteMeasured } from '../usage/store.ts';
import { compareVersions } from './compare-versions.ts';
import { type ObjectRows, withObjectRows } from './read-rows.ts';
import { restorableFrom } from './restorable-from.ts';
import {
  countWaiting,
  forgetFiles,
  forgetOthers,
  listDue,
  readUsage,
  whileNobodyElseLooks,
  writeUsage,
  writeWaiting,
} from './store.ts';

type Needs = Pick<
  Dependencies,
  'db' | 'clusters' | 'backups' | 'operations' | 'sqlConnections' | 'objectFiles'
>;

/** Handled at a time. */
const BATCH = 500;
const EXAMPLES = 20;
/** The row of a file that is younger may be on its way: an upload in parts can be finished for a day. */
const SAFE_AGE_MS = 48 * 3_600_000;
const NO_FILES = { files: 0, bytes: 0 };

/**
 * Looks through a project's storage: what its buckets hold, which files no row names, which rows have no file. Files that no row has
 * named for so long that no backup can bring one back are deleted; the others wait, and when that began is written down. Killed
 * anywhere, the next look goes on.
 * @throws PlatformError `conflict` while another look is at work, and as connecting does
 */
export function clearFiles(
  dependencies: Needs,
  project: ProjectRow,
  now = new Date(),
): Promise<StorageUsage> {
  const { db } = dependencies;
  return whileNobodyElseLooks(db, project.ref, (look) =>
    withObjectRows(dependencies, project, async (rows) => {
      const begun = performance.now();
      // Before anything is looked at: what can be restored from now on only grows less.
      const before = await restorableFrom(dependencies, project, now);
      const buckets = await rows.buckets(MAX_BUCKETS_IN_USAGE);
      const missing = await findDifferences(dependencies, project, rows, look, now);
      await forgetOthers(db, project.id, look);
      const cleared =
        before === null ? NO_FILES : await clearDue(dependencies, project, rows, { before, now });
      const usage: StorageUsage = {
        at: now.toISOString(),
        duration_ms: Math.round(performance.now() - begun),
        objects: buckets.reduce((sum, bucket) => sum + bucket.objects, 0),
        bytes: buckets.reduce((sum, bucket) => sum + bucket.bytes, 0),
        buckets,
        waiting: await countWaiting(db, project.id),
        clear_before: before?.toISOString() ?? null,
        cleared,
        missing,
      };
      await writeUsage(db, project.id, usage);
      await noteMeasured(db, project.id, 'storage_bytes', usage.bytes);
      return usage;
    }),
  );
}

async function findDifferences(
  { db, objectFiles }: Needs,
  { id, ref }: ProjectRow,
  rows: ObjectRows,
  look: string,
  now: Date,
): Promise<StorageUsage['missing']> {
  const former = await readUsage(db, id);
  // By a clock that was set back it would seem long ago.
  const since = Math.max(now.getTime(), former === null ? 0 : Date.parse(former.at), Date.now());
  const missing: StorageUsage['missing'] = { objects: 0, examples: [] };
  let found: string[] = [];
  const writeDown = async () => {
    const files = found;
    found = [];
    const states = await Promise.all(files.map((version) => objectFiles.inspect(ref, version)));
    await writeWaiting(
      db,
      id,
      look,
      files.flatMap((version, index) => {
        const state = states[index];
        if (state == null) return [];
        return [{ version, bytes: state.size, since: new Date(Math.max(since, state.changedAt.getTime())) }];
      }),
    );
  };
  for await (const one of compareVersions(objectFiles.list(ref), rows.versions())) {
    if ('file' in one) {
      found.push(one.file);
      if (found.length >= BATCH) await writeDown();
    } else if (one.row.object !== null && !(await isThere(objectFiles, ref, one.row.version))) {
      missing.objects += 1;
      if (missing.examples.length < EXAMPLES) missing.examples.push(one.row.object);
    }
  }
  await writeDown();
  return missing;
}

/** Files are listed while others come. */
async function isThere(versions: Needs['objectFiles'], ref: string, version: string): Promise<boolean> {
  return version !== '' && (await versions.inspect(ref, version)) !== null;
}

/** Each batch is looked up once more: a row may name a file again. */
async function clearDue(
  { db, objectFiles }: Needs,
  { id, ref }: ProjectRow,
  rows: ObjectRows,
  { before, now }: { before: Date; now: Date },
): Promise<StorageUsage['cleared']> {
  const cleared = { ...NO_FILES };
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const due = await listDue(db, id, { before, after, limit: BATCH });
    const last = due.at(-1);
    if (last === undefined) return cleared;
    after = last.version;
    const named = await rows.namedOf(due.map(({ version }) => version));
    const gone: string[] = [];
    for (const { version, bytes } of due) {
      if (named.has(version)) continue;
      const state = await objectFiles.inspect(ref, version);
      if (state !== null && now.getTime() - state.changedAt.getTime() < SAFE_AGE_MS) continue;
      await objectFiles.discard(ref, version);
      gone.push(version);
      if (state === null) continue;
      cleared.files += 1;
      cleared.bytes += bytes;
    }
    await forgetFiles(db, id, gone);
  }
}
