import { cutRow } from '../frames/cut-row.ts';
import { FrameReader, HEADER } from '../frames/frame-reader.ts';

/** @see https://www.postgresql.org/docs/current/protocol-message-formats.html */
const PROTOCOL_3 = 196_608;

/** One message of the server: its letter in the protocol, and its body without the length. */
export interface ServerMessage {
  type: string;
  body: Buffer;
}

/** The first message of a connection that speaks the replication protocol and belongs to no database. */
export function replicationStartup(user: string, more: Record<string, string>): Buffer {
  const pairs = Object.entries({ user, replication: 'true', ...more }).flat();
  const body = Buffer.from(`${pairs.join('\0')}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + body.length, 0);
  head.writeInt32BE(PROTOCOL_3, 4);
  return Buffer.concat([head, body]);
}

export function queryMessage(command: string): Buffer {
  const body = Buffer.from(`${command}\0`);
  const head = Buffer.alloc(HEADER);
  head.write('Q');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** Ends what the server sends of its log, so that it can be asked again. */
export function copyDone(): Buffer {
  const message = Buffer.alloc(HEADER);
  message.write('c');
  message.writeInt32BE(4, 1);
  return message;
}

/** Cuts what it is called with into messages. It throws on a body longer than `longest` bytes and on bytes that are no message. */
export function messageReader(
  longest: number,
  onMessage: (message: ServerMessage) => void,
): (bytes: Buffer) => void {
  const refused = () => new Error('The server sent a message that is none, or longer than any should be.');
  const reader = new FrameReader(
    {
      message: (type, data, start, end) =>
        onMessage({ type: String.fromCharCode(type), body: data.subarray(start, end) }),
      beginLong: () => {
        throw refused();
      },
      piece: () => {},
      malformed: refused,
    },
    longest,
  );
  return (bytes) => reader.read(bytes);
}

/** The values of a row as text. */
export function rowValues(body: Buffer): (string | null)[] {
  return cutRow(body, 0).map((value) => value?.toString('utf8') ?? null);
}
