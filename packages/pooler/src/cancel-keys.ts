import { randomBytes } from 'node:crypto';
import { cancelByKey } from '@basalt/postgres';
import type { DatabaseDoor } from './database-door.ts';

/** A connection of a server that works for a client. */
export interface Working {
  door: DatabaseDoor;
  key: Buffer;
}

/** The keys with which clients cancel what runs for them. They are ours, so that a request finds the right server. */
export class CancelKeys {
  readonly #working = new Map<string, () => Working | null>();

  /** @param find which connection works for the client at the moment */
  issue(find: () => Working | null): Buffer {
    const key = randomBytes(8);
    // The first half looks like a process number, which is positive.
    key[0] = (key[0] as number) & 0x7f;
    this.#working.set(key.toString('latin1'), find);
    return key;
  }

  withdraw(key: Buffer): void {
    this.#working.delete(key.toString('latin1'));
  }

  /** Passes the request on. As with PostgreSQL, nobody is told whether there was anything to cancel. */
  async cancel(key: Buffer): Promise<void> {
    const working = this.#working.get(key.toString('latin1'))?.() ?? null;
    if (working !== null) await cancelAt(working);
  }
}

/** Asks a server to end what a connection of it is doing. Resolves when the server has taken the request, or cannot. */
export async function cancelAt({ door, key }: Working): Promise<void> {
  await cancelByKey(door, key).catch(() => {});
}
