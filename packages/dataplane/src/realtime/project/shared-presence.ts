import type { PeerMessage } from '../peers/peers.ts';
import type { PresenceMeta, PresenceRooms } from '../presence/presence-rooms.ts';

interface Place {
  room: string;
  topic: string;
  key: string;
  meta: PresenceMeta;
}

/** Who is there by this gateway and by others, so that each can be told of the one and forgets the other with its gateway. */
export class SharedPresence {
  readonly #rooms: PresenceRooms;
  readonly #own = new Map<string, Place>();
  readonly #remote = new Map<string, Map<string, Place>>();

  constructor(rooms: PresenceRooms) {
    this.#rooms = rooms;
  }

  /** @returns what the others must be told */
  track(place: Place, before: PresenceMeta | null): PeerMessage[] {
    const { room, topic, key, meta } = place;
    this.#rooms.track(room, topic, key, meta, before);
    this.#own.set(meta.ref, place);
    const told: PeerMessage[] = [toMessage(place)];
    if (before !== null) {
      this.#own.delete(before.ref);
      told.push({ kind: 'untrack', ref: before.ref });
    }
    return told;
  }

  untrack(room: string, key: string, meta: PresenceMeta): PeerMessage {
    this.#rooms.untrack(room, key, meta);
    this.#own.delete(meta.ref);
    return { kind: 'untrack', ref: meta.ref };
  }

  /** All who are connected here, for a gateway that has just come. */
  get own(): PeerMessage[] {
    return [...this.#own.values()].map(toMessage);
  }

  hear(peer: string, message: Exclude<PeerMessage, { kind: 'broadcast' }>): void {
    const theirs = this.#remote.get(peer) ?? new Map<string, Place>();
    this.#remote.set(peer, theirs);
    const known = theirs.get(message.ref);
    if (message.kind === 'untrack') {
      if (known !== undefined) this.#rooms.untrack(known.room, known.key, known.meta);
      theirs.delete(message.ref);
    } else if (known === undefined) {
      const { room, topic, key, ref, json } = message;
      const place = { room, topic, key, meta: { ref, json } };
      theirs.set(ref, place);
      this.#rooms.track(room, topic, key, place.meta, null);
    }
  }

  forget(peer: string): void {
    for (const { room, key, meta } of this.#remote.get(peer)?.values() ?? [])
      this.#rooms.untrack(room, key, meta);
    this.#remote.delete(peer);
  }
}

function toMessage({ room, topic, key, meta }: Place): PeerMessage {
  return { kind: 'track', room, topic, key, ref: meta.ref, json: meta.json };
}
