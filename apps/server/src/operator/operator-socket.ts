import path from 'node:path';
import type { Home } from '../home.ts';

/** The system takes no longer ones. */
const LONGEST_PATH = 103;

/**
 * Where the running platform hears commands of whoever owns the data folder: in a folder that nobody else enters.
 * @returns null where the path is too long for a socket
 */
export function operatorSocket(home: Pick<Home, 'path'>): { folder: string; file: string } | null {
  const folder = path.join(home.path, 'operator');
  const file = path.join(folder, 'socket');
  return Buffer.byteLength(file) > LONGEST_PATH ? null : { folder, file };
}
