import type { RequestContext } from '../../caller/request-context.ts';
import { type ChannelCaller, callerOfToken } from '../callers/find-caller.ts';
import { LIMITS } from '../limits.ts';
import type { LogFailure, Member, RealtimeProject } from '../project/realtime-project.ts';
import { RealtimeError } from '../realtime-error.ts';
import type { ClientMessage } from '../socket/frames.ts';
import { Rate } from '../socket/rate.ts';
import type { RealtimeSocket } from '../socket/realtime-socket.ts';
import { TOPIC_PREFIX } from '../topic.ts';
import { Channel } from './channel.ts';

export interface ConnectionParts {
  project: RealtimeProject;
  /** Whom the key stands for that the socket came with. */
  caller: ChannelCaller;
  /** Whether that key is still one of the project's, and switched on. */
  isKeyGood(): boolean;
  /** Reads the token again that the socket came with, if it did. @throws {RealtimeError} it is none any more */
  checkToken(): Promise<unknown>;
  request: RequestContext;
  logFailure: LogFailure;
}

const POLICY_VIOLATION = 1008;

/** One client's channels. */
export class Connection implements Member {
  readonly project: RealtimeProject;
  readonly request: RequestContext;
  readonly #parts: ConnectionParts;
  readonly #socket: RealtimeSocket;
  readonly #channels = new Map<string, Channel>();
  readonly #joins: Rate;
  readonly #messages: Rate;
  /** Clients send the same token for all of their channels. */
  #known: { token: string; caller: ChannelCaller } | null = null;

  constructor(parts: ConnectionParts, socket: RealtimeSocket) {
    this.project = parts.project;
    this.request = parts.request;
    this.#parts = parts;
    this.#socket = socket;
    this.#joins = new Rate(this.project.settings.joinsPerSecond);
    this.#messages = new Rate(this.project.settings.messagesPerSecond);
    this.project.members.add(this);
    this.project.traffic.opened();
    void this.project.peers.ready();
  }

  receive(message: ClientMessage): void {
    const { topic, event } = message;
    if (topic === 'phoenix') {
      if (event === 'heartbeat') this.#socket.reply(message, 'ok');
      return;
    }
    this.project.traffic.received += 1;
    if (event === 'phx_join') {
      this.#join(message);
      return;
    }
    const channel = this.#channels.get(topic);
    // A message for a join that was replaced since is nobody's.
    if (channel === undefined || (message.joinRef !== null && message.joinRef !== channel.joinRef))
      this.#socket.reply(message, 'error', { reason: 'unmatched topic' });
    else channel.receive(message);
  }

  /** @throws {RealtimeError} */
  async callerOf(token: string | null): Promise<ChannelCaller> {
    if (token === null) return this.#parts.caller;
    if (this.#known?.token !== token)
      this.#known = { token, caller: await callerOfToken(token, this.project.keys) };
    return this.#known.caller;
  }

  get logFailure(): LogFailure {
    return this.#parts.logFailure;
  }

  /** Counts a broadcast. False: there were too many in this second. */
  mayBroadcast(): boolean {
    return this.#messages.allows();
  }

  forget(channel: Channel): void {
    if (this.#channels.get(channel.topic) === channel) this.#channels.delete(channel.topic);
  }

  tick(now: number): void {
    this.#socket.endIfSilent(now);
    for (const channel of [...this.#channels.values()]) channel.endIfExpired(now);
  }

  keysChanged(): void {
    this.#known = null;
    if (!this.#parts.isKeyGood())
      this.#socket.close(POLICY_VIOLATION, 'The API key of this connection is not valid any more.');
    else {
      for (const channel of [...this.#channels.values()]) void channel.checkAgain();
      this.#parts
        .checkToken()
        .catch(() =>
          this.#socket.close(POLICY_VIOLATION, 'The token of this connection is not valid any more.'),
        );
    }
  }

  streamLive(): void {
    for (const channel of this.#channels.values()) channel.streamLive();
  }

  close(): void {
    this.#socket.close();
  }

  /** The socket is gone. */
  ended(): void {
    this.project.members.delete(this);
    this.project.traffic.closed();
    for (const channel of [...this.#channels.values()]) channel.end();
    this.project.leavePeers();
  }

  #join(message: ClientMessage): void {
    const { topic } = message;
    try {
      this.#checkJoin(topic);
    } catch (error) {
      if (!(error instanceof RealtimeError)) throw error;
      this.#socket.reply(message, 'error', { reason: error.reason });
      return;
    }
    this.#channels.get(topic)?.close();
    const channel = new Channel(this, this.#socket, message);
    this.#channels.set(topic, channel);
    void channel.join(message);
  }

  #checkJoin(topic: string): void {
    if (!topic.startsWith(TOPIC_PREFIX) || topic === TOPIC_PREFIX)
      throw new RealtimeError('TopicNameRequired', 'You must provide a topic name');
    if (Buffer.byteLength(topic) > LIMITS.topicBytes)
      throw new RealtimeError('InvalidJoinPayload', `A topic has at most ${LIMITS.topicBytes} bytes.`);
    if (!this.#joins.allows())
      throw new RealtimeError('ClientJoinRateLimitReached', 'Too many joins per second');
    if (!this.#channels.has(topic) && this.#channels.size >= this.project.settings.channelsPerSocket)
      throw new RealtimeError('ChannelRateLimitReached', 'Too many channels');
  }
}
