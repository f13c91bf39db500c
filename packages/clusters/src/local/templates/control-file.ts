import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checksumIn } from './system-identifier.ts';

// Offsets in `global/pg_control`, the same in all majors from 15 to 18.
const STATE = 16;
const CHECKPOINT = 32;
const REDO = 40;
const TIMELINE = 48;
/** DB_SHUTDOWNED: the server was stopped cleanly, and nothing is left for recovery. */
const STOPPED = 1;

/** What a control file says of a data directory. */
export interface ControlFile {
  systemIdentifier: bigint;
  /** Its server was stopped cleanly, and the log ends with the checkpoint that was made then. */
  isStopped: boolean;
  timeline: number;
  /** Where the newest checkpoint begins in the log. */
  checkpoint: bigint;
}

/**
 * Reads the control file of a data directory in which nobody but us can write.
 * @throws {Error} it is damaged, or of an unknown version
 */
export async function readControlFile(dataDirectory: string): Promise<ControlFile> {
  const control = await readFile(join(dataDirectory, 'global', 'pg_control'));
  checksumIn(control);
  const checkpoint = control.readBigUInt64LE(CHECKPOINT);
  return {
    systemIdentifier: control.readBigUInt64LE(0),
    isStopped: control.readInt32LE(STATE) === STOPPED && control.readBigUInt64LE(REDO) === checkpoint,
    timeline: control.readUInt32LE(TIMELINE),
    checkpoint,
  };
}
