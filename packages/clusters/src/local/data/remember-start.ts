import { isDeepStrictEqual } from 'node:util';
import type { ClusterSettings, Log } from '../../driver.ts';
import { isFullDisk } from '../files/disk.ts';
import type { ClusterOnDisk } from './cluster-on-disk.ts';
import { type ClusterRecord, writeRecord } from './cluster-record.ts';

/**
 * Writes down how a cluster is started: a start without settings uses them again. A full disk is no reason not to start: what
 * runs can be looked at and made smaller.
 * @param settings undefined: as before
 * @returns the record as it should be
 */
export async function rememberStart(
  { record, files }: ClusterOnDisk,
  settings: ClusterSettings | undefined,
  log: Log,
): Promise<ClusterRecord> {
  const remembered = { ...record, ...(settings && { settings }) };
  if (isDeepStrictEqual(remembered, record)) return remembered;
  await writeRecord(files.record, remembered).catch((error: unknown) => {
    if (!isFullDisk(error)) throw error;
    const { ref } = record;
    log('warn', { ref, error }, 'The settings of a database could not be remembered: the disk is full.');
  });
  return remembered;
}
