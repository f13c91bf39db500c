import { encodeDelivery, encodeText, type ProtocolVersion } from '../socket/frames.ts';
import { TOPIC_PREFIX } from '../topic.ts';

/** A message to all who listen to a topic. */
export interface Broadcast {
  /** As clients name it in `channel()`, without `realtime:`. */
  topic: string;
  isPrivate: boolean;
  event: string;
  /** JSON text, or any bytes. */
  body: Buffer;
  isJson: boolean;
  /** Of one that the database keeps. */
  meta: Readonly<{ id: string | null; replayed?: true }> | null;
}

/** The frames of one broadcast, each written once for all who get it. */
export class BroadcastFrames {
  readonly #broadcast: Broadcast;
  readonly #frames = new Map<ProtocolVersion, Buffer | null>();

  constructor(broadcast: Broadcast) {
    this.#broadcast = broadcast;
  }

  /** Null: clients of this version cannot be told, as bytes are to clients without binary frames. */
  for(version: ProtocolVersion): Buffer | null {
    let frame = this.#frames.get(version);
    if (frame === undefined) {
      frame = encode(this.#broadcast, version);
      this.#frames.set(version, frame);
    }
    return frame;
  }
}

function encode({ topic, event, body, isJson, meta }: Broadcast, version: ProtocolVersion): Buffer | null {
  const full = `${TOPIC_PREFIX}${topic}`;
  if (!isJson)
    return version === '1.0.0'
      ? null
      : encodeDelivery(full, { event, body, isJson, metadata: meta === null ? '' : JSON.stringify(meta) });
  const more = meta === null ? '' : `,"meta":${JSON.stringify(meta)}`;
  const payload = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${body.toString('utf8')}${more}}`;
  return encodeText({ topic: full, event: 'broadcast', payload }, version);
}
