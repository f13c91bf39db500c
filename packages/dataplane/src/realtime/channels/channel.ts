import { randomBytes, randomUUID } from 'node:crypto';
import type { CallerContext } from '../../caller/request-context.ts';
import type { Broadcast } from '../broadcast/broadcast.ts';
import { BroadcastFrames } from '../broadcast/broadcast.ts';
import type { Receiver } from '../broadcast/broadcast-hub.ts';
import { readReplay } from '../broadcast/stored-messages.ts';
import { type ChannelCaller, expired } from '../callers/find-caller.ts';
import { SubscriptionError } from '../changes/check-bindings.ts';
import type { ChangeReceiver } from '../changes/subscriptions.ts';
import { LIMITS } from '../limits.ts';
import type { PresenceListener, PresenceMeta } from '../presence/presence-rooms.ts';
import { RealtimeError } from '../realtime-error.ts';
import type { ClientMessage, ProtocolVersion } from '../socket/frames.ts';
import { Rate } from '../socket/rate.ts';
import type { RealtimeSocket } from '../socket/realtime-socket.ts';
import { roomName, TOPIC_PREFIX } from '../topic.ts';
import type { Connection } from './connection.ts';
import { type JoinConfig, parseJoin, parseToken } from './join-config.ts';
import { type Extension, type Permissions, readPermissions, writePermission } from './policies.ts';
import { readBroadcast, readPresence } from './read-message.ts';
import { Replay } from './replay.ts';

const ALL: Permissions = { broadcast: true, presence: true };

/** One client in one topic: what he may hear and say there, and what he listens to. */
export class Channel implements Receiver, PresenceListener, ChangeReceiver {
  readonly topic: string;
  readonly joinRef: string | null;
  readonly version: ProtocolVersion;
  readonly #connection: Connection;
  readonly #socket: RealtimeSocket;
  readonly #presenceRate: Rate;
  #config: JoinConfig | null = null;
  #caller: ChannelCaller | null = null;
  #mayRead: Permissions = ALL;
  /** Asked for when it is first needed. */
  #mayWrite = new Map<Extension, boolean>();
  #presence: { key: string; meta: PresenceMeta | null } | null = null;
  /** Changes were checked, and wait for the stream. */
  #isSubscribed = false;
  #waitsForStream = false;
  #usesStream = false;
  #isEnded = false;
  /** What came while something was asked; null: nothing is. */
  #waiting: ClientMessage[] | null = [];
  #onLive: (() => void)[] = [];
  readonly #replay = new Replay();

  constructor(connection: Connection, socket: RealtimeSocket, { topic, joinRef, ref }: ClientMessage) {
    this.#connection = connection;
    this.#socket = socket;
    this.#presenceRate = new Rate(connection.project.settings.presenceMessagesPerSecond);
    this.topic = topic;
    this.joinRef = joinRef ?? ref;
    this.version = socket.version;
  }

  get hearsItself(): boolean {
    return this.#config?.broadcast.self ?? false;
  }

  send(frame: Buffer): void {
    this.#socket.send(frame);
  }

  hear(frame: Buffer, id: string | null): void {
    if (this.#replay.mayPass(frame, id)) this.send(frame);
  }

  async join(message: ClientMessage): Promise<void> {
    try {
      const config = parseJoin(message.payload);
      if (this.#project.settings.privateOnly && !config.isPrivate)
        throw new RealtimeError('PrivateOnly', 'This project only allows private channels');
      this.#config = config;
      this.#caller = await this.#connection.callerOf(config.token);
      await this.#checkReading();
      // Whoever has joined misses nothing that another gateway acknowledges.
      await this.#project.peers.ready();
      if (this.#isEnded) return;
      const { isPrivate, changes } = config;
      if (config.broadcast.replay !== null) this.#replay.begin();
      if (this.#mayRead.broadcast) this.#project.hub.join(this.#name, isPrivate, this);
      this.#usesStream = true;
      this.#project.stream.use();
      const echo = changes.map(({ id, echo: given }) => ({ id, ...given }));
      if (config.waitForChangesMs !== null) await this.#subscribeAndWait(config.waitForChangesMs);
      if (this.#isEnded) return;
      this.#socket.reply(message, 'ok', { postgres_changes: echo });
      if (config.presence.isEnabled) this.#enablePresence();
      await this.#replayFormer();
      if (config.waitForChangesMs === null) await this.#subscribe();
      this.#tellWhenLive();
    } catch (error) {
      this.#refuse(message, error);
      return;
    }
    await this.#goOn();
  }

  receive(message: ClientMessage): void {
    if (this.#waiting !== null) {
      if (this.#waiting.length < LIMITS.waitingMessages || message.event === 'phx_leave')
        this.#waiting.push(message);
      return;
    }
    const work = this.#handle(message);
    if (work === null) return;
    this.#waiting = [];
    void work.then(() => this.#goOn());
  }

  /** Ends it for whoever joins the same topic again, or because it may not go on. */
  close(reason: string | null = null): void {
    if (this.#isEnded) return;
    if (reason !== null) this.#system('system', 'error', reason);
    this.#socket.push(this.topic, 'phx_close', {}, this.joinRef);
    this.end();
  }

  /** No more of it, without a word. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const { hub, presence, changes, stream } = this.#project;
    const isPrivate = this.#config?.isPrivate ?? false;
    hub.leave(this.#name, isPrivate, this);
    if (this.#presence !== null) {
      const { key, meta } = this.#presence;
      presence.ignore(this.#room, this);
      if (meta !== null) this.#project.untrack(this.#room, key, meta);
    }
    changes.unsubscribe(this);
    if (this.#usesStream) stream.leave();
    this.#connection.forget(this);
  }

  tell(status: 'ok' | 'error', message: string): void {
    this.#system('postgres_changes', status, message);
  }

  /** Clients join again by themselves after it. */
  fail(message: string): void {
    if (this.#isEnded) return;
    this.tell('error', message);
    this.#socket.push(this.topic, 'phx_error', {}, this.joinRef);
    this.end();
  }

  endIfExpired(now: number): void {
    const expiresAt = this.#caller?.expiresAt ?? null;
    if (expiresAt !== null && expiresAt <= now) this.close(expired(expiresAt).message);
  }

  /** The project's keys changed: a token that was signed with one of before is none any more. */
  async checkAgain(): Promise<void> {
    const token = this.#config?.token ?? null;
    if (token === null || this.#isEnded) return;
    await this.#becomeAgain(token);
  }

  streamLive(): void {
    if (this.#waitsForStream) this.#tellWhenLive();
  }

  get #project() {
    return this.#connection.project;
  }

  /** As clients name it. */
  get #name(): string {
    return this.topic.slice(TOPIC_PREFIX.length);
  }

  get #room(): string {
    return roomName(this.#name, this.#config?.isPrivate ?? false);
  }

  get #context(): CallerContext {
    if (this.#caller === null) throw new Error('A channel runs SQL before it is known for whom.');
    return { ...this.#connection.request, ...this.#caller.identity };
  }

  async #checkReading(): Promise<void> {
    if (!this.#config?.isPrivate) return;
    this.#mayRead = await readPermissions(this.#project.pipeline, this.#context, this.#name);
    if (!this.#mayRead.broadcast && !this.#mayRead.presence)
      throw new RealtimeError(
        'Unauthorized',
        `You do not have permissions to read from this Channel topic: ${this.#name}`,
      );
  }

  #mayWriteNow(extension: Extension): boolean | null {
    return this.#config?.isPrivate ? (this.#mayWrite.get(extension) ?? null) : true;
  }

  async #askToWrite(extension: Extension): Promise<void> {
    const may = await writePermission(this.#project.pipeline, this.#context, this.#name, extension);
    this.#mayWrite.set(extension, may);
  }

  async #subscribe(): Promise<void> {
    const { changes } = this.#config ?? {};
    if (changes === undefined || changes.length === 0 || this.#caller === null) return;
    try {
      const { identity } = this.#caller;
      await this.#project.changes.subscribe(this, identity, changes, () => !this.#isEnded);
      this.#isSubscribed = true;
      // It was made after the stream began.
      if (this.#project.stream.isLive && !this.#project.stream.hasTables) this.#project.stream.reopen();
    } catch (error) {
      if (error instanceof SubscriptionError) this.tell('error', error.message);
      else this.fail('The database could not be asked about the changes. Join again.');
    }
  }

  async #subscribeAndWait(waitMs: number): Promise<void> {
    await this.#subscribe();
    if (this.#project.stream.isLive || this.#isEnded) return;
    const isLive = await new Promise<boolean>((done) => {
      const timer = setTimeout(() => done(false), waitMs);
      this.#waitsForStream = true;
      this.#onLive.push(() => {
        clearTimeout(timer);
        done(true);
      });
    });
    if (!isLive)
      throw new RealtimeError(
        'PostgresChangesSubscribeTimeout',
        'The stream of changes was not there in time.',
      );
  }

  #tellWhenLive(): void {
    this.#waitsForStream = !this.#project.stream.isLive;
    if (this.#waitsForStream || this.#isEnded) return;
    for (const done of this.#onLive.splice(0)) done();
    if (this.#isSubscribed) this.tell('ok', 'Subscribed to PostgreSQL');
    if (this.#config?.broadcast.replicationReady)
      this.#system('system', 'ok', 'Replication connection established');
  }

  #enablePresence(): void {
    if (this.#presence !== null || !this.#project.settings.hasPresence) return;
    this.#presence = { key: this.#config?.presence.key ?? randomUUID(), meta: null };
    if (this.#mayRead.presence) this.#project.presence.listen(this.#room, this.#name, this);
  }

  async #replayFormer(): Promise<void> {
    const asked = this.#config?.broadcast.replay ?? null;
    if (asked === null) return;
    const former = this.#mayRead.broadcast
      ? await readReplay(this.#project.pipeline, this.#context, { topic: this.#name, ...asked })
      : [];
    if (this.#isEnded) return;
    for (const message of former) {
      const frame = new BroadcastFrames(message).for(this.version);
      if (frame !== null) this.send(frame);
    }
    for (const frame of this.#replay.end(former.map(({ meta }) => meta?.id ?? null))) this.send(frame);
  }

  #refuse(message: ClientMessage, error: unknown): void {
    if (this.#isEnded) return;
    const known =
      error instanceof RealtimeError
        ? error
        : new RealtimeError('UnknownErrorOnChannel', 'Something went wrong on our side. Join again.');
    if (known !== error) this.#connection.logFailure(error, 'a channel could not be joined');
    this.#socket.reply(message, 'error', { reason: known.reason });
    this.end();
  }

  /** What came meanwhile, until something must be asked again. */
  async #goOn(): Promise<void> {
    while (!this.#isEnded) {
      const message = this.#waiting?.shift();
      if (message === undefined) break;
      await this.#handle(message);
    }
    this.#waiting = null;
  }

  /** Null: it is done. */
  #handle(message: ClientMessage): Promise<void> | null {
    if (this.#isEnded) return null;
    switch (message.event) {
      case 'broadcast':
        return this.#broadcast(message);
      case 'presence':
        return this.#track(message);
      case 'access_token':
        return this.#refresh(message.payload);
      case 'phx_leave':
        this.#socket.reply(message, 'ok');
        this.close();
        return null;
      default:
        this.#socket.reply(message, 'error', {
          reason: `There is no event "${message.event.slice(0, 100)}".`,
        });
        return null;
    }
  }

  #broadcast(message: ClientMessage): Promise<void> | null {
    const acks = this.#config?.broadcast.ack ?? false;
    let broadcast: Broadcast;
    try {
      if (!this.#connection.mayBroadcast())
        throw new RealtimeError('ChannelRateLimitReached', 'Too many messages per second');
      broadcast = readBroadcast(message, {
        topic: this.#name,
        isPrivate: this.#config?.isPrivate ?? false,
        payloadBytes: this.#project.settings.payloadBytes,
      });
    } catch (error) {
      if (!(error instanceof RealtimeError)) throw error;
      if (acks) this.#socket.reply(message, 'error', { reason: error.reason });
      else this.#system('system', 'error', error.message);
      return null;
    }
    const deliver = () => {
      if (this.#isEnded || this.#mayWriteNow('broadcast') !== true) return;
      const told = this.#project.broadcast(broadcast, this);
      if (!acks) return;
      if (told === null) this.#socket.reply(message, 'ok');
      else void told.then((isTold) => this.#acknowledge(message, isTold));
    };
    if (this.#mayWriteNow('broadcast') === null)
      return this.#askToWrite('broadcast').then(deliver, () => {
        if (acks) this.#socket.reply(message, 'error', { reason: 'The policies could not be asked.' });
      });
    deliver();
    return null;
  }

  /** Not before it is with the other gateways: what is acknowledged is not lost when this one is killed. */
  #acknowledge(message: ClientMessage, isTold: boolean): void {
    if (isTold) this.#socket.reply(message, 'ok');
    else this.#socket.reply(message, 'error', { reason: 'Not everybody could be reached. Send it again.' });
  }

  #track(message: ClientMessage): Promise<void> | null {
    try {
      if (!this.#presenceRate.allows())
        throw new RealtimeError('ClientPresenceRateLimitReached', 'Too many presence messages per second');
      const json = readPresence(message);
      const track = () => {
        if (this.#isEnded) return;
        if (this.#mayWriteNow('presence') === true) this.#show(json);
        this.#socket.reply(message, 'ok');
      };
      if (this.#mayWriteNow('presence') === null)
        return this.#askToWrite('presence').then(track, () =>
          this.#socket.reply(message, 'error', { reason: 'The policies could not be asked.' }),
        );
      track();
    } catch (error) {
      if (!(error instanceof RealtimeError)) throw error;
      this.#socket.reply(message, 'error', { reason: error.reason });
    }
    return null;
  }

  /** @param json what others see of him; null: he is gone */
  #show(json: string | null): void {
    if (json !== null) this.#enablePresence();
    if (this.#presence === null) return;
    const { key, meta: before } = this.#presence;
    if (json === null) {
      if (before !== null) this.#project.untrack(this.#room, key, before);
      this.#presence.meta = null;
      return;
    }
    const meta = { ref: randomBytes(9).toString('base64url'), json };
    this.#presence.meta = meta;
    this.#project.track({ room: this.#room, topic: this.#name, key, meta }, before);
  }

  async #refresh(payload: unknown): Promise<void> {
    const { access_token: given } = (payload ?? {}) as { access_token?: unknown };
    let token: string | null;
    try {
      token = parseToken(given);
    } catch {
      this.close('access_token must be a text.');
      return;
    }
    if (token !== null) await this.#becomeAgain(token);
  }

  /** Goes on as whom the token stands for, with what that one may. */
  async #becomeAgain(token: string): Promise<void> {
    try {
      const caller = await this.#connection.callerOf(token);
      if (this.#isEnded || caller === this.#caller) return;
      this.#caller = caller;
      if (this.#config !== null) this.#config = { ...this.#config, token };
      this.#mayWrite = new Map();
      await this.#checkReading();
      if (this.#isEnded) return;
      this.#listenAgain();
      this.#project.changes.unsubscribe(this);
      this.#isSubscribed = false;
      await this.#subscribe();
    } catch (error) {
      this.close(error instanceof RealtimeError ? error.message : 'The token could not be checked.');
    }
  }

  /** What may not be read any more is not heard any more. */
  #listenAgain(): void {
    const { hub, presence } = this.#project;
    const isPrivate = this.#config?.isPrivate ?? false;
    if (this.#mayRead.broadcast) hub.join(this.#name, isPrivate, this);
    else hub.leave(this.#name, isPrivate, this);
    if (!this.#mayRead.presence) presence.ignore(this.#room, this);
  }

  #system(extension: 'system' | 'postgres_changes', status: 'ok' | 'error', message: string): void {
    if (this.#isEnded) return;
    this.#socket.push(this.topic, 'system', { extension, status, message, channel: this.#name });
  }
}
