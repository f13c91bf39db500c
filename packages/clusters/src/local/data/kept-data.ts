import { ClusterError } from '../../driver.ts';
import type { ClusterRecord, DataRecord, KeptRecord } from './cluster-record.ts';

// What the switch of a data directory does to a cluster's record. Pure: whoever writes the result has switched.

/** The record with another data directory in place; the present one is kept under a name. */
export function replaced(
  record: ClusterRecord,
  incoming: DataRecord,
  keepAs: string,
  at: Date,
): ClusterRecord {
  return { ...withoutData(record), ...dataOf(incoming), kept: [...keptIn(record), keep(record, keepAs, at)] };
}

/**
 * The record with a kept data directory back in place.
 * @param keepAs name for the present one; null: it is forgotten
 */
export function putBack(
  record: ClusterRecord,
  kept: KeptRecord,
  keepAs: string | null,
  at: Date,
): ClusterRecord {
  const others = keptIn(record).filter((each) => each.id !== kept.id);
  const present = keepAs === null ? [] : [keep(record, keepAs, at)];
  return { ...withoutData(record), ...dataOf(kept), kept: [...others, ...present], putBack: kept.id };
}

export function discarded(record: ClusterRecord, id: string): ClusterRecord {
  return { ...record, kept: keptIn(record).filter((each) => each.id !== id) };
}

export function findKept(record: ClusterRecord, id: string): KeptRecord | undefined {
  return keptIn(record).find((each) => each.id === id);
}

/** A name for the folder of the data directory that comes after the one kept under this name: the same at every attempt. */
export function folderAfter(record: ClusterRecord, keepAs: string): string {
  const taken = new Set([record.data, ...keptIn(record).map((each) => each.data)]);
  let name = `data-after-${keepAs}`;
  for (let n = 2; taken.has(name); n += 1) name = `data-after-${keepAs}_${n}`;
  return name;
}

/** Refuses names for kept data that could mean another path. */
export function checkKeptName(id: string): void {
  if (/^[a-z0-9][a-z0-9-]{0,63}$/.test(id)) return;
  throw new ClusterError(
    'bad_request',
    `"${id.slice(0, 80)}" cannot name a kept database: use 1 to 64 lower-case letters, digits and hyphens.`,
  );
}

export function keptIn(record: ClusterRecord): KeptRecord[] {
  return record.kept ?? [];
}

function keep(record: ClusterRecord, id: string, at: Date): KeptRecord {
  return { id, ...dataOf(record), keptAt: at.toISOString() };
}

function dataOf({ data, major, version, installation, updates = 0, uid }: DataRecord): DataRecord {
  return { data, major, version, ...(installation && { installation }), updates, uid };
}

function withoutData(record: ClusterRecord): ClusterRecord {
  const { putBack: _, installation: __, ...rest } = record;
  return rest;
}
