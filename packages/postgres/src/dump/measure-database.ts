import type { ConnectionTarget } from '../connections/connection-target.ts';
import { QUESTIONS_MS, withTransferClient } from './connection/transfer-client.ts';
import { largeObjectContent } from './rows/large-objects.ts';
import { bytesOf, listCopiedTables } from './rows/tables.ts';

/** Bytes on disk that a copy will move (tables and large objects, without indexes), and how many tables. */
export async function measureDatabase(source: ConnectionTarget): Promise<{ bytes: number; tables: number }> {
  return withTransferClient(source, AbortSignal.timeout(QUESTIONS_MS), async (client) => {
    const tables = await listCopiedTables(client);
    const contents = await largeObjectContent(client);
    return { bytes: bytesOf(tables) + (contents?.bytes ?? 0), tables: tables.length };
  });
}
