/** @see https://www.postgresql.org/docs/current/protocol-message-formats.html */
const PROTOCOL_3 = 196_608;
/** A letter and a length. */
export const HEADER = 5;

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

/** The whole messages in what a server has sent. */
export function messagesIn(bytes: Buffer): ServerMessage[] {
  const messages: ServerMessage[] = [];
  for (let at = 0; bytes.length - at >= HEADER; ) {
    const end = at + 1 + bytes.readInt32BE(at + 1);
    if (end > bytes.length || end < at + HEADER) break;
    messages.push({ type: String.fromCharCode(bytes.readUInt8(at)), body: bytes.subarray(at + HEADER, end) });
    at = end;
  }
  return messages;
}

/** The values of a row as text. */
export function rowValues(body: Buffer): (string | null)[] {
  const values: (string | null)[] = [];
  let at = 2;
  for (let left = body.readInt16BE(0); left > 0; left -= 1) {
    const length = body.readInt32BE(at);
    at += 4;
    values.push(length < 0 ? null : body.toString('utf8', at, at + length));
    at += Math.max(length, 0);
  }
  return values;
}
