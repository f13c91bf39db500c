import type { Pipeline } from '@basalt/postgres';
import type { SentChange } from '@basalt/postgres/replication';
import type { ProjectSnapshot, RealtimeSettings } from '@basalt/project';
import type { HeldProject, ServicePart } from '../../project/held-project.ts';
import type { Broadcast } from '../broadcast/broadcast.ts';
import { BroadcastHub, type Receiver } from '../broadcast/broadcast-hub.ts';
import { keepMessages, type RunAsKeeper } from '../broadcast/keep-messages.ts';
import { isMessages, storedBroadcast } from '../broadcast/stored-messages.ts';
import { type ProjectKeys, projectKeys } from '../callers/find-caller.ts';
import { ChangeFeed } from '../changes/change-feed.ts';
import { StreamKeeper } from '../changes/stream/stream-keeper.ts';
import { NO_PEERS, type PeerMessage, type Peers } from '../peers/peers.ts';
import { PostgresPeers } from '../peers/postgres-peers.ts';
import { type PresenceMeta, PresenceRooms } from '../presence/presence-rooms.ts';
import { SharedPresence } from './shared-presence.ts';
import { type NoteCount, Traffic } from './traffic.ts';

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
/** Partitions are made for three days ahead. */
const KEEP_EVERY_MS = 6 * 3_600_000;

/** All of realtime that is held for one project while sockets are open. */
export class RealtimeProject implements ServicePart {
  readonly hub = new BroadcastHub();
  readonly presence = new PresenceRooms();
  readonly changes: ChangeFeed;
  readonly stream: StreamKeeper;
  readonly members = new Set<Member>();
  readonly traffic: Traffic;
  readonly #shared = new SharedPresence(this.presence);
  readonly #held: HeldProject;
  readonly #logFailure: LogFailure;
  readonly #tick: NodeJS.Timeout;
  #peers: Peers | null = null;
  #keys: ProjectKeys;
  #snapshot: ProjectSnapshot;
  #closed = false;
  #keeper: RunAsKeeper | null = null;
  readonly #keeping: NodeJS.Timeout;

  constructor(
    held: HeldProject,
    { logFailure, noteCount }: { logFailure: LogFailure; noteCount: NoteCount },
  ) {
    this.traffic = new Traffic(noteCount);
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
      this.traffic.tick(now);
    }, TICK_MS).unref();
    this.#keeping = setInterval(() => this.#keepMessages(), KEEP_EVERY_MS).unref();
  }

  #keepMessages(): void {
    if (this.#keeper === null) return;
    void keepMessages(this.#keeper, (error) =>
      this.#logFailure(error, 'the partitions of realtime.messages could not be kept'),
    );
  }

  get pipeline(): Pipeline {
    return this.#held.pipeline;
  }

  /** What the project's owner set. */
  get settings(): RealtimeSettings {
    return this.#snapshot.realtime;
  }

  get keys(): ProjectKeys {
    return this.#keys;
  }

  /** @param hash of a key */
  hasKey(hash: string): boolean {
    return this.#snapshot.keys.some((key) => key.hash === hash && key.enabled);
  }

  /**
   * To everybody who listens to the topic, but the sender if he does not want to hear himself.
   * @returns null where this gateway is alone; else settled when the others are told, false if they could not be
   */
  broadcast(broadcast: Broadcast, sender: Receiver | null): Promise<boolean> | null {
    this.hub.deliver(broadcast, sender);
    const { topic, isPrivate, event, body, isJson } = broadcast;
    return this.peers.tell({
      kind: 'broadcast',
      topic,
      isPrivate,
      event,
      body: body.toString('base64'),
      isJson,
    });
  }

  track(
    place: { room: string; topic: string; key: string; meta: PresenceMeta },
    before: PresenceMeta | null,
  ): void {
    for (const message of this.#shared.track(place, before)) void this.peers.tell(message);
  }

  untrack(room: string, key: string, meta: PresenceMeta): void {
    void this.peers.tell(this.#shared.untrack(room, key, meta));
  }

  /** The other gateways, from the first use of this project on. */
  get peers(): Peers {
    if (this.#closed) return NO_PEERS;
    this.#peers ??= new PostgresPeers(
      { ...this.#snapshot.database, user: 'supabase_realtime_admin' },
      {
        connected: (run) => {
          this.#keeper = run;
          this.#keepMessages();
        },
        message: (from, message) => this.#hear(from, message),
        arrived: () => {
          for (const message of this.#shared.own) void this.#peers?.tell(message);
        },
        left: (peer) => this.#shared.forget(peer),
      },
    );
    return this.#peers;
  }

  /** Leaves the others when nobody is connected any more. */
  leavePeers(): void {
    if (this.members.size > 0) return;
    this.#keeper = null;
    this.#peers?.close();
    this.#peers = null;
  }

  follow(snapshot: ProjectSnapshot): void {
    const before = this.#snapshot;
    this.#snapshot = snapshot;
    if (snapshot.unavailable === null) this.stream.resume();
    else this.stream.suspend();
    // Clients join again by themselves, under what holds now.
    if (JSON.stringify(before.realtime) !== JSON.stringify(snapshot.realtime)) this.retire();
    if (isSame(before, snapshot)) return;
    this.#keys = projectKeys(snapshot);
    for (const member of [...this.members]) member.keysChanged();
  }

  retire(): void {
    for (const member of [...this.members]) member.close();
  }

  close(): void {
    clearInterval(this.#tick);
    clearInterval(this.#keeping);
    this.#closed = true;
    this.stream.close();
    this.#peers?.close();
    this.retire();
    this.traffic.note(Date.now());
  }

  #hear(from: string, message: PeerMessage): void {
    if (message.kind !== 'broadcast') {
      this.#shared.hear(from, message);
      return;
    }
    const { topic, isPrivate, event, body, isJson } = message;
    this.hub.deliver(
      { topic, isPrivate, event, body: Buffer.from(body, 'base64'), isJson, meta: null },
      null,
    );
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
