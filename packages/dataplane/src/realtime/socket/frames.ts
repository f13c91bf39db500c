import { isUtf8 } from 'node:buffer';

/** How a socket writes its messages: `1.0.0` as objects, `2.0.0` as arrays, with binary frames for broadcasts. */
export type ProtocolVersion = '1.0.0' | '2.0.0';

/** What a client says. */
export interface ClientMessage {
  topic: string;
  event: string;
  ref: string | null;
  joinRef: string | null;
  payload: unknown;
  /** Set for a broadcast in a binary frame: what others get, as it came. */
  broadcast: BinaryBroadcast | null;
}

export interface BinaryBroadcast {
  event: string;
  /** JSON text or any bytes. */
  body: Buffer;
  isJson: boolean;
  /** JSON object, or empty. */
  metadata: string;
}

/** A frame that says nothing that we understand. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
}

const PUSH = 3;
const DELIVERY = 4;
const JSON_BODY = 1;
const PUSH_HEADER = 7;
/** Deeper JSON is nobody's message, and would exhaust the stack of those who walk it. */
const MAX_LENGTH_BYTES = 255;

/** @throws {FrameError} */
export function decodeFrame(data: Buffer, isBinary: boolean, version: ProtocolVersion): ClientMessage {
  if (isBinary) {
    if (version === '1.0.0') throw new FrameError('Protocol 1.0.0 has no binary frames.');
    return decodePush(data);
  }
  const message = parse(data.toString('utf8'));
  return version === '1.0.0' ? fromObject(message) : fromArray(message);
}

function decodePush(data: Buffer): ClientMessage {
  if (data.length < PUSH_HEADER || data[0] !== PUSH) throw new FrameError('This is no broadcast.');
  const encoding = data[6];
  if (encoding !== 0 && encoding !== JSON_BODY) throw new FrameError('The encoding is not known.');
  let at = PUSH_HEADER;
  const texts: string[] = [];
  for (let index = 1; index <= 5; index += 1) {
    const end = at + (data[index] ?? 0);
    const bytes = data.subarray(at, end);
    if (end > data.length || !isUtf8(bytes)) throw new FrameError('A text of the header is broken.');
    texts.push(bytes.toString('utf8'));
    at = end;
  }
  const [joinRef = '', ref = '', topic = '', event = '', metadata = ''] = texts;
  const body = data.subarray(at);
  const isJson = encoding === JSON_BODY;
  if (isJson) parse(body.toString('utf8'));
  return {
    topic,
    event: 'broadcast',
    ref: ref || null,
    joinRef: joinRef || null,
    payload: null,
    broadcast: { event, body, isJson, metadata },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FrameError('This is no JSON.');
  }
}

function fromObject(message: unknown): ClientMessage {
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    throw new FrameError('A message is an object.');
  const { topic, event, payload, ref, join_ref } = message as Record<string, unknown>;
  return checked({ topic, event, payload, ref, joinRef: join_ref });
}

function fromArray(message: unknown): ClientMessage {
  if (!Array.isArray(message) || message.length !== 5)
    throw new FrameError('A message is an array of five: join_ref, ref, topic, event, payload.');
  const [joinRef, ref, topic, event, payload] = message;
  return checked({ topic, event, payload, ref, joinRef });
}

function checked(message: Record<'topic' | 'event' | 'payload' | 'ref' | 'joinRef', unknown>): ClientMessage {
  const { topic, event, payload } = message;
  if (typeof topic !== 'string' || typeof event !== 'string')
    throw new FrameError('Topic and event are texts.');
  return {
    topic,
    event,
    payload: payload ?? {},
    ref: reference(message.ref),
    joinRef: reference(message.joinRef),
    broadcast: null,
  };
}

function reference(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string' && typeof value !== 'number') throw new FrameError('A ref is a text.');
  return String(value);
}

/** What the server says. `payload` is JSON text. */
export interface ServerMessage {
  topic: string;
  event: string;
  payload: string;
  ref?: string | null;
  joinRef?: string | null;
}

export function encodeText(message: ServerMessage, version: ProtocolVersion): Buffer {
  const { topic, event, payload, ref = null, joinRef = null } = message;
  const text =
    version === '1.0.0'
      ? `{"topic":${JSON.stringify(topic)},"event":${JSON.stringify(event)},"payload":${payload},"ref":${JSON.stringify(ref)},"join_ref":${JSON.stringify(joinRef)}}`
      : `[${JSON.stringify(joinRef)},${JSON.stringify(ref)},${JSON.stringify(topic)},${JSON.stringify(event)},${payload}]`;
  return webSocketFrame(Buffer.from(text), TEXT);
}

/** A broadcast in a binary frame; null when a text of its header is too long for one. */
export function encodeDelivery(
  topic: string,
  { event, body, isJson, metadata }: BinaryBroadcast,
): Buffer | null {
  const texts = [topic, event, metadata].map((text) => Buffer.from(text));
  if (texts.some(({ length }) => length > MAX_LENGTH_BYTES)) return null;
  const head = Buffer.from([DELIVERY, ...texts.map(({ length }) => length), isJson ? JSON_BODY : 0]);
  return webSocketFrame(Buffer.concat([head, ...texts, body]), BINARY);
}

const TEXT = 0x81;
const BINARY = 0x82;

/**
 * One whole frame as it goes over the wire, so that the same bytes can be sent to many clients.
 * @see https://www.rfc-editor.org/rfc/rfc6455#section-5.2
 */
function webSocketFrame(body: Buffer, kind: number): Buffer {
  const { length } = body;
  const header = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(header + length);
  frame[0] = kind;
  if (header === 2) frame[1] = length;
  else if (header === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  body.copy(frame, header);
  return frame;
}
