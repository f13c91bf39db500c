/** What a server may send instead of an answer. It is asked for a start, and for `select 1` once it has let the session in. */
export interface HostileServer {
  name: string;
  /** Sent as soon as somebody connects and has said something. */
  first: Buffer;
  /** Sent again and again afterwards, without letting anybody in. */
  before?: Buffer;
  /** Sent once the visitor has asked its question. */
  answer?: Buffer;
  /** Never closes its side of the connection. */
  staysOpen?: true;
  /** Sent again and again after the answer. */
  after?: Buffer;
}

function message(kind: string, ...parts: (Buffer | string | number)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'string') return Buffer.from(part, 'latin1');
      if (typeof part !== 'number') return part;
      const bytes = Buffer.alloc(4);
      bytes.writeInt32BE(part);
      return bytes;
    }),
  );
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(kind, 'latin1'), length, body]);
}

/** A message that says it is much longer than it is. */
function giant(kind: string): Buffer {
  const head = Buffer.alloc(5);
  head.write(kind, 'latin1');
  head.writeInt32BE(0x7fff_fff0, 1);
  return head;
}

const LET_IN = Buffer.concat([message('R', 0), message('K', 1, 2), message('Z', 'I')]);
const COLUMN = message(
  'T',
  Buffer.from([0, 1]),
  'one\0',
  0,
  Buffer.from([0, 0]),
  25,
  Buffer.from([255, 255]),
  -1,
  Buffer.from([0, 0]),
);
const ROW = message('D', Buffer.from([0, 1]), 65_536, Buffer.alloc(65_536, 'x'));
const NOTICE = message('N', 'SNOTICE\0VNOTICE\0C00000\0M', Buffer.alloc(60_000, 'x'), '\0\0');
const SETTING = message('S', 'search_path\0', Buffer.alloc(60_000, 'y'), '\0');
const DONE = message('C', 'SELECT 0\0');
const FILL = Buffer.alloc(65_536, 'z');

export const HOSTILE_SERVERS: readonly HostileServer[] = [
  { name: 'asks for a password in clear text', first: message('R', 3) },
  { name: 'asks for an md5 of the password', first: message('R', 5, 'salt') },
  { name: 'asks for GSS', first: message('R', 7) },
  { name: 'asks for SSPI', first: message('R', 9) },
  { name: 'asks for SCRAM', first: message('R', 10, 'SCRAM-SHA-256\0\0') },
  { name: 'asks for a way of signing in that does not exist', first: message('R', 4_242) },
  { name: 'says nothing at all', first: Buffer.alloc(0) },
  { name: 'sends rubbish', first: Buffer.alloc(70_000, 0xff) },
  { name: 'sends notices without end before it lets anybody in', first: message('R', 0), before: NOTICE },
  { name: 'sends settings without end before it lets anybody in', first: message('R', 0), before: SETTING },
  { name: 'begins a giant message before it lets anybody in', first: giant('N'), before: FILL },
  { name: 'begins a giant error', first: giant('E'), before: FILL },
  {
    name: 'sends rows without end',
    first: LET_IN,
    answer: Buffer.concat([message('1'), message('2'), COLUMN]),
    after: ROW,
  },
  { name: 'sends notices without end instead of an answer', first: LET_IN, answer: NOTICE, after: NOTICE },
  { name: 'begins a giant row', first: LET_IN, answer: Buffer.concat([COLUMN, giant('D')]), after: FILL },
  { name: 'lets everybody in and never answers', first: LET_IN },
  {
    name: 'wants to be sent a file',
    first: LET_IN,
    answer: message('G', Buffer.from([0, 0, 0])),
    after: NOTICE,
  },
  {
    name: 'answers, and never lets go of the connection',
    first: LET_IN,
    answer: Buffer.concat([COLUMN, DONE, message('Z', 'I')]),
    staysOpen: true,
  },
];
