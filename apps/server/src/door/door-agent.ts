import { Agent, type ClientRequestArgs } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ReachedDoor } from './reach-door.ts';

/** HTTP connections to the gateway of the machine that keeps the projects. They stay open between requests. */
export class DoorAgent extends Agent {
  readonly #door: ReachedDoor;

  constructor(door: ReachedDoor) {
    super({ keepAlive: true, maxSockets: 1_024, maxFreeSockets: 64 });
    this.#door = door;
  }

  override createConnection(_options: ClientRequestArgs): Duplex {
    return this.#door.open({ kind: 'gateway' });
  }
}
