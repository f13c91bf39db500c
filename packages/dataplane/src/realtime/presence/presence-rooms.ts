import { encodeText, type ProtocolVersion } from '../socket/frames.ts';
import { TOPIC_PREFIX } from '../topic.ts';

/** One who is there: what he told of himself, and the reference by which clients tell his tabs apart. */
export interface PresenceMeta {
  ref: string;
  /** JSON object. */
  json: string;
}

/** Somebody who hears who comes and goes. */
export interface PresenceListener {
  readonly version: ProtocolVersion;
  send(frame: Buffer): void;
}

/** Who is there in each topic, and what each told of himself. */
export class PresenceRooms {
  readonly #rooms = new Map<string, Room>();

  listen(name: string, topic: string, listener: PresenceListener): void {
    this.#room(name, topic).listen(listener);
  }

  ignore(name: string, listener: PresenceListener): void {
    this.#rooms.get(name)?.ignore(listener);
    this.#forget(name);
  }

  /** Puts one in the place of what the same member told before. */
  track(name: string, topic: string, key: string, meta: PresenceMeta, before: PresenceMeta | null): void {
    this.#room(name, topic).track(key, meta, before);
  }

  untrack(name: string, key: string, meta: PresenceMeta): void {
    this.#rooms.get(name)?.untrack(key, meta);
    this.#forget(name);
  }

  #room(name: string, topic: string): Room {
    const room = this.#rooms.get(name) ?? new Room(topic);
    this.#rooms.set(name, room);
    return room;
  }

  #forget(name: string): void {
    if (this.#rooms.get(name)?.isEmpty) this.#rooms.delete(name);
  }
}

type Members = Map<string, PresenceMeta[]>;

/** Changes that come within this time are told together. */
const GATHER_MS = 10;

class Room {
  readonly #topic: string;
  readonly #members: Members = new Map();
  readonly #listeners = new Set<PresenceListener>();
  #joins: Members = new Map();
  #leaves: Members = new Map();
  #timer: NodeJS.Timeout | null = null;

  constructor(topic: string) {
    this.#topic = `${TOPIC_PREFIX}${topic}`;
  }

  get isEmpty(): boolean {
    return this.#listeners.size === 0 && this.#members.size === 0;
  }

  /** Tells the newcomer who is there. */
  listen(listener: PresenceListener): void {
    this.#tell();
    this.#listeners.add(listener);
    listener.send(this.#frame('presence_state', stateJson(this.#members), listener.version));
  }

  ignore(listener: PresenceListener): void {
    this.#listeners.delete(listener);
  }

  track(key: string, meta: PresenceMeta, before: PresenceMeta | null): void {
    if (before !== null) this.#remove(key, before);
    add(this.#members, key, meta);
    add(this.#joins, key, meta);
    this.#timer ??= setTimeout(() => this.#tell(), GATHER_MS);
  }

  untrack(key: string, meta: PresenceMeta): void {
    this.#remove(key, meta);
    this.#timer ??= setTimeout(() => this.#tell(), GATHER_MS);
  }

  /** Whoever came and went between two tellings is not told of. */
  #remove(key: string, meta: PresenceMeta): void {
    if (!remove(this.#members, key, meta)) return;
    if (!remove(this.#joins, key, meta)) add(this.#leaves, key, meta);
  }

  #tell(): void {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    const [joins, leaves] = [this.#joins, this.#leaves];
    this.#joins = new Map();
    this.#leaves = new Map();
    if (joins.size === 0 && leaves.size === 0) return;
    const payload = `{"joins":${stateJson(joins)},"leaves":${stateJson(leaves)}}`;
    const frames = new Map<ProtocolVersion, Buffer>();
    for (const listener of this.#listeners) {
      const frame = frames.get(listener.version) ?? this.#frame('presence_diff', payload, listener.version);
      frames.set(listener.version, frame);
      listener.send(frame);
    }
  }

  #frame(event: string, payload: string, version: ProtocolVersion): Buffer {
    return encodeText({ topic: this.#topic, event, payload }, version);
  }
}

function add(members: Members, key: string, meta: PresenceMeta): void {
  const metas = members.get(key);
  if (metas === undefined) members.set(key, [meta]);
  else metas.push(meta);
}

function remove(members: Members, key: string, meta: PresenceMeta): boolean {
  const metas = members.get(key);
  const index = metas?.findIndex(({ ref }) => ref === meta.ref) ?? -1;
  if (metas === undefined || index === -1) return false;
  metas.splice(index, 1);
  if (metas.length === 0) members.delete(key);
  return true;
}

/** `{key: {metas: [{phx_ref, …}]}}` */
function stateJson(members: Members): string {
  const entries = [...members].map(
    ([key, metas]) => `${JSON.stringify(key)}:{"metas":[${metas.map(metaJson).join(',')}]}`,
  );
  return `{${entries.join(',')}}`;
}

function metaJson({ ref, json }: PresenceMeta): string {
  const rest = json.slice(1);
  return `{"phx_ref":${JSON.stringify(ref)}${rest === '}' ? '' : ','}${rest}`;
}
