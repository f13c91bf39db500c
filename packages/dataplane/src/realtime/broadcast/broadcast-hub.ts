import type { ProtocolVersion } from '../socket/frames.ts';
import { roomName } from '../topic.ts';
import { type Broadcast, BroadcastFrames } from './broadcast.ts';

/** Somebody who listens to a topic. */
export interface Receiver {
  readonly version: ProtocolVersion;
  /** Whether it hears what it sent itself. */
  readonly hearsItself: boolean;
  /** @param id by which the database knows the broadcast; null: it does not */
  hear(frame: Buffer, id: string | null): void;
}

/** Who listens to which topic. Private and public channels of one name are two topics. */
export class BroadcastHub {
  readonly #topics = new Map<string, Set<Receiver>>();

  join(topic: string, isPrivate: boolean, receiver: Receiver): void {
    const name = roomName(topic, isPrivate);
    const receivers = this.#topics.get(name) ?? new Set();
    this.#topics.set(name, receivers.add(receiver));
  }

  leave(topic: string, isPrivate: boolean, receiver: Receiver): void {
    const name = roomName(topic, isPrivate);
    const receivers = this.#topics.get(name);
    receivers?.delete(receiver);
    if (receivers?.size === 0) this.#topics.delete(name);
  }

  /** @param sender null: it came from elsewhere */
  deliver(broadcast: Broadcast, sender: Receiver | null): void {
    const receivers = this.#topics.get(roomName(broadcast.topic, broadcast.isPrivate));
    if (receivers === undefined) return;
    const frames = new BroadcastFrames(broadcast);
    const id = broadcast.meta?.id ?? null;
    for (const receiver of receivers) {
      if (receiver === sender && !receiver.hearsItself) continue;
      const frame = frames.for(receiver.version);
      if (frame !== null) receiver.hear(frame, id);
    }
  }
}
