import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClusterOrigin, PostgresMajor, Template } from '../../driver.ts';
import { readControlFile } from '../../local/templates/control-file.ts';
import type { BackupStore } from '../ports/backup-store.ts';
import { allOf } from '../ports/explain-failure.ts';
import { type BaseRecord, nullIfNotFound, originId, textOf, writeBaseRecord } from '../store/base-record.ts';
import { compressor, hashed } from '../store/compression.ts';
import { storeKeys } from '../store/store-keys.ts';
import { formatLsn } from '../wal/wal-names.ts';
import { checkSpace } from './check-space.ts';
import { packStopped } from './pack-template.ts';

// A new cluster is a copy of a template, and its log holds everything that came after. So the template is its first base backup.
// The template is stored once; every cluster made of it gets a second name for the same object, which is then its own: it stays
// when the template is built anew or not needed any more, and goes like every other base backup.

const FORMAT = 1;

/** What `template.json` holds. It is written last: without it the template is not in the store. */
type StoredTemplate = Pick<
  BaseRecord,
  'major' | 'timeline' | 'startLsn' | 'stopLsn' | 'storedBytes' | 'dataBytes' | 'sha256'
>;

/**
 * Stores a template, unless it is there already, and deletes older ones of the same major version.
 * @throws {BackupError} disk_full
 */
export async function keepTemplate(store: BackupStore, template: Template): Promise<StoredTemplate> {
  const known = await readTemplate(store, template.name);
  if (known) return known;
  await checkSpace(store, 'What new databases are made of was not stored');
  const stored = await storeTemplate(store, template);
  await store.put(
    storeKeys.templateRecord(template.name),
    Buffer.from(`${JSON.stringify({ format: FORMAT, ...stored }, null, 2)}\n`),
  );
  await removeOthers(store, template);
  return stored;
}

/** Null: it is not in the store. */
export async function readTemplate(store: BackupStore, name: string): Promise<StoredTemplate | null> {
  const content = await store.read(storeKeys.templateRecord(name)).catch(nullIfNotFound);
  if (!content) return null;
  const { format, ...stored } = JSON.parse(await textOf(content)) as StoredTemplate & { format: number };
  return format === FORMAT ? stored : null;
}

/** Makes the template the first base backup of a cluster that was copied from it. */
export async function writeOrigin(
  store: BackupStore,
  ref: string,
  origin: ClusterOrigin,
  template: StoredTemplate,
): Promise<BaseRecord> {
  const { createdAt, systemIdentifier } = origin;
  const id = originId(origin);
  const times = { startedAt: createdAt, finishedAt: createdAt };
  const record = { ...template, id, ref, systemIdentifier, ...times, template: origin.template };
  await store.copy(storeKeys.templateData(origin.template), storeKeys.data(ref, id));
  await writeBaseRecord(store, record);
  return record;
}

async function storeTemplate(
  store: BackupStore,
  { name, major, dataDirectory }: Template,
): Promise<StoredTemplate> {
  const { isStopped, timeline, checkpoint } = await readControlFile(dataDirectory);
  if (!isStopped || timeline !== 1)
    throw new Error(`The template ${name} was not stopped cleanly, so it cannot be a backup.`);
  const { tar, finished } = packStopped(dataDirectory, checkpoint);
  const compressed = compressor();
  const hash = createHash('sha256');
  const content = Readable.from(hashed(compressed, hash), { objectMode: false });
  const [dataBytes, , storedBytes] = await allOf([
    finished,
    pipeline(tar as unknown as NodeJS.ReadableStream, compressed),
    store.put(storeKeys.templateData(name), content),
  ]);
  const lsn = formatLsn(checkpoint);
  const places = { timeline, startLsn: lsn, stopLsn: lsn };
  return { major, ...places, storedBytes, dataBytes, sha256: hash.digest('hex') };
}

/** Clusters made of them have them under names of their own. */
async function removeOthers(store: BackupStore, { name, major }: { name: string; major: PostgresMajor }) {
  const names = (await store.list(storeKeys.templates)).map(({ key }) => key.split('/')[1] ?? '');
  for (const other of new Set(names))
    if (other !== name && other.startsWith(`${major}-`)) await store.remove(storeKeys.template(other));
}
