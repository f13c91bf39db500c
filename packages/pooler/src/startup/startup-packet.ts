/** As PostgreSQL's own limit: nobody who is not known yet makes us keep more. In bytes. */
const LONGEST = 10_000;
const CANCEL = 80_877_102;
const TLS = 80_877_103;
const GSS = 80_877_104;
/** Version 3.0, as it stands in a packet. */
export const PROTOCOL_3_0 = 196_608;

/** What a client sends first. It has no letter. */
export type StartupPacket =
  | { kind: 'tls' | 'gss' }
  | { kind: 'cancel'; key: Buffer }
  | { kind: 'startup'; version: number; parameters: [name: string, value: string][] };

/** Thrown for bytes that are none. */
export class NotStartupError extends Error {
  override readonly name = 'NotStartupError';
}

/**
 * Reads the first packet of a connection. Null: more has to come. Throws NotStartupError for what no client of PostgreSQL sends.
 * @see https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
export function readStartupPacket(data: Buffer): { packet: StartupPacket; length: number } | null {
  if (data.length < 4) return null;
  const length = data.readInt32BE(0);
  if (length < 8 || length > LONGEST) throw new NotStartupError('This is not the protocol of PostgreSQL.');
  if (data.length < length) return null;
  const code = data.readInt32BE(4);
  return { packet: readBody(code, data.subarray(8, length)), length };
}

function readBody(code: number, body: Buffer): StartupPacket {
  switch (code) {
    case TLS:
      return { kind: 'tls' };
    case GSS:
      return { kind: 'gss' };
    case CANCEL:
      return { kind: 'cancel', key: Buffer.from(body) };
  }
  if (code >> 16 !== 3) throw new NotStartupError('Only version 3 of the protocol is spoken here.');
  const texts = body.toString('utf8').split('\0');
  // Pairs, then an empty name, then what follows the last zero.
  if (texts.length % 2 !== 0 || texts.at(-1) !== '' || texts.at(-2) !== '')
    throw new NotStartupError('The parameters of the connection are not pairs of names and values.');
  const parameters: [string, string][] = [];
  for (let at = 0; at + 2 < texts.length; at += 2)
    parameters.push([texts[at] as string, texts[at + 1] as string]);
  return { kind: 'startup', version: code, parameters };
}

/** The packet with which a client of PostgreSQL asks for a session. */
export function writeStartupPacket(version: number, parameters: readonly [string, string][]): Buffer {
  const body = Buffer.from(`${parameters.map(([name, value]) => `${name}\0${value}\0`).join('')}\0`);
  const head = Buffer.allocUnsafe(8);
  head.writeInt32BE(8 + body.length, 0);
  head.writeInt32BE(version, 4);
  return Buffer.concat([head, body]);
}
