import type { Pipeline } from '@basalt/postgres';
import type { SentChange } from '@basalt/postgres/replication';
import type { ProjectSnapshot } from '@basalt/project';
import type { HeldProject, ServicePart } from '../../project/held-project.ts';
import type { Broadcast } from '../broadcast/broadcast.ts';
import { BroadcastHub, type Receiver } from '../broadcast/broadcast-hub.ts';
import { isMessages, storedBroadcast } from '../broadcast/stored-messages.ts';
import { type ProjectKeys, projectKeys } from '../callers/find-caller.ts';
import { ChangeFeed } from '../changes/change-feed.ts';
import { StreamKeeper } from '../changes/stream/stream-keeper.ts';
import { PresenceRooms } from '../presence/presence-rooms.ts';

/** A socket, as its project sees it. */
export interface Member {
  /** Something may have ended: a token, or patience. */
  tick(now: number): void;
  /** The keys of the project are other ones now. */
  keysChanged(): void;
  /** Changes arrive from here on. */
  streamLive(): void;
  close(): void;
}

export type LogFailure = (error: unknown, what: string) => void;

const TICK_MS = 1_000;

/** All of realtime that is held for one project while sockets are open. */
export class RealtimeProject implements ServicePart {
  readonly hub = new BroadcastHub();
  readonly presence = new PresenceRooms();
  readonly changes: ChangeFeed;
  readonly stream: StreamKeeper;
  readonly members = new Set<Member>();
  readonly #held: HeldProject;
  readonly #logFailure: LogFailure;
  readonly #tick: NodeJS.Timeout;
  #keys: ProjectKeys;
  #snapshot: ProjectSnapshot;

  constructor(held: HeldProject, logFailure: LogFailure) {
    this.#held = held;
    this.#logFailure = logFailure;
    this.#snapshot = held.snapshot;
    this.#keys = projectKeys(held.snapshot);
    this.changes = new ChangeFeed(() => held.pipeline);
    const target = {
      ...held.snapshot.database,
      user: 'supabase_replication_admin',
      applicationName: 'basalt-realtime',
    };
    this.stream = new StreamKeeper(target, {
      changes: (batch) => this.#deliver(batch),
      live: () => {
        for (const member of this.members) member.streamLive();
      },
      broken: (reason) => {
        logFailure(reason, 'the stream of changes of a project broke');
        this.changes.failAll(
          'The connection to the database was lost, so changes may be missing. Join again.',
        );
      },
    });
    this.#tick = setInterval(() => {
      const now = Date.now();
      for (const member of this.members) member.tick(now);
    }, TICK_MS).unref();
  }

  get pipeline(): Pipeline {
    return this.#held.pipeline;
  }

  get keys(): ProjectKeys {
    return this.#keys;
  }

  /** @param hash of a key */
  hasKey(hash: string): boolean {
    return this.#snapshot.keys.some((key) => key.hash === hash && key.enabled);
  }

  /** To everybody who listens to the topic, but the sender if he does not want to hear himself. */
  broadcast(broadcast: Broadcast, sender: Receiver | null): void {
    this.hub.deliver(broadcast, sender);
  }

  follow(snapshot: ProjectSnapshot): void {
    const before = this.#snapshot;
    this.#snapshot = snapshot;
    if (snapshot.unavailable === null) this.stream.resume();
    else this.stream.suspend();
    if (isSame(before, snapshot)) return;
    this.#keys = projectKeys(snapshot);
    for (const member of [...this.members]) member.keysChanged();
  }

  close(): void {
    clearInterval(this.#tick);
    this.stream.close();
    for (const member of [...this.members]) member.close();
  }

  async #deliver(batch: readonly SentChange[]): Promise<void> {
    const changes: SentChange[] = [];
    for (const change of batch) {
      const broadcast = storedBroadcast(change);
      if (broadcast !== null) this.hub.deliver(broadcast, null);
      else if (change.kind === 'TRUNCATE' || !isMessages(change)) changes.push(change);
    }
    try {
      await this.changes.deliver(changes);
    } catch (error) {
      this.#logFailure(error, 'changes of a project could not be sent');
      this.changes.failAll('Changes could not be checked, so some are missing. Join again.');
    }
  }
}

function isSame(a: ProjectSnapshot, b: ProjectSnapshot): boolean {
  return JSON.stringify([a.keys, a.verificationKeys]) === JSON.stringify([b.keys, b.verificationKeys]);
}
