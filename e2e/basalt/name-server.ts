import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** Answers for the name server that Basalt under test asks. */
export interface NameServer {
  /** What names say, from now on; a name that is missing does not exist. */
  texts: Record<string, string>;
  close(): void;
}

const HEADER = 12;
const TXT = 16;

/** A name server that knows TXT records. @param servers as in BASALT_DNS_SERVERS: one on this machine, with its port */
export async function openNameServer(servers: string | undefined): Promise<NameServer> {
  const [address, port] = (servers ?? '').split(':');
  const socket = createSocket('udp4');
  const texts: Record<string, string> = {};
  socket.on('message', (question, from) => socket.send(answer(question, texts), from.port, from.address));
  socket.bind(Number(port), address);
  await once(socket, 'listening');
  return { texts, close: () => socket.close() };
}

function answer(question: Buffer, texts: Readonly<Record<string, string>>): Buffer {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const end = at + 5;
  const text = texts[labels.join('.').toLowerCase()];
  const isFound = text !== undefined && question.readUInt16BE(at + 1) === TXT;
  const header = Buffer.from(question.subarray(0, HEADER));
  header.writeUInt16BE(isFound ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(isFound ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  const parts = [header, question.subarray(HEADER, end)];
  if (isFound) {
    const length = Buffer.byteLength(text);
    const record = Buffer.from([0xc0, HEADER, 0, TXT, 0, 1, 0, 0, 0, 0, 0, length + 1, length]);
    parts.push(record, Buffer.from(text));
  }
  return Buffer.concat(parts);
}
