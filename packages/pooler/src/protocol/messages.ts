/** Messages that the pooler writes itself. Everything else passes through as the other side sent it. */

/** Codes of the letters with which messages begin. A letter means another thing in each direction. */
export const TYPE = {
  authentication: code('R'),
  backendKey: code('K'),
  bind: code('B'),
  close: code('C'),
  closeComplete: code('3'),
  commandComplete: code('C'),
  copyInResponse: code('G'),
  describe: code('D'),
  error: code('E'),
  functionCall: code('F'),
  negotiateVersion: code('v'),
  parameterStatus: code('S'),
  parse: code('P'),
  parseComplete: code('1'),
  password: code('p'),
  query: code('Q'),
  readyForQuery: code('Z'),
  sync: code('S'),
  terminate: code('X'),
} as const;

function code(letter: string): number {
  return letter.charCodeAt(0);
}

/** One message: its letter, its length and its body. */
export function message(type: number, body: Buffer): Buffer {
  const whole = Buffer.allocUnsafe(5 + body.length);
  whole[0] = type;
  whole.writeInt32BE(4 + body.length, 1);
  body.copy(whole, 5);
  return whole;
}

/** The letter and the length that stand before a body of `size` bytes. */
export function header(type: number, size: number): Buffer {
  const head = Buffer.allocUnsafe(5);
  head[0] = type;
  head.writeInt32BE(4 + size, 1);
  return head;
}

/** Texts, each ended by a zero byte. */
export function zeroTerminated(...texts: string[]): Buffer {
  return Buffer.from(texts.map((text) => `${text}\0`).join(''));
}

/** What a connection ends with: a sentence for people, and what to do about it. */
export interface Refusal {
  /** SQLSTATE. */
  code: string;
  message: string;
  hint?: string;
}

/** An ErrorResponse that ends the connection. */
export function fatalError({ code, message: text, hint }: Refusal): Buffer {
  const fields = [
    'SFATAL',
    'VFATAL',
    `C${code}`,
    `M${text}`,
    ...(hint === undefined ? [] : [`H${hint}`]),
    '',
  ];
  return message(TYPE.error, zeroTerminated(...fields));
}

/** Authentication requests: 0 is "you are in", 3 asks for the password as it is, 10 names the SASL mechanisms, 11 continues, 12 ends. */
export function authentication(step: 0 | 3 | 10 | 11 | 12, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.allocUnsafe(4 + data.length);
  body.writeInt32BE(step, 0);
  data.copy(body, 4);
  return message(TYPE.authentication, body);
}

/** A setting of the session that clients keep track of. */
export function parameterStatus(name: string, value: string): Buffer {
  return message(TYPE.parameterStatus, zeroTerminated(name, value));
}

export function readyForQuery(status: 'I'): Buffer {
  return message(TYPE.readyForQuery, Buffer.from(status));
}

/** @param key process and secret, as a client sends them back to cancel */
export function backendKey(key: Buffer): Buffer {
  return message(TYPE.backendKey, key);
}

export function query(sql: string): Buffer {
  return message(TYPE.query, zeroTerminated(sql));
}

/** The text of a zero-terminated field and where the next one begins; null: it does not end before `end`. */
export function readText(data: Buffer, start: number, end: number): { text: string; next: number } | null {
  const zero = data.indexOf(0, start);
  if (zero === -1 || zero >= end) return null;
  return { text: data.toString('utf8', start, zero), next: zero + 1 };
}

/** The fields of an ErrorResponse by their letters. */
export function readError(body: Buffer): Refusal {
  const fields = new Map(
    body
      .toString('utf8')
      .split('\0')
      .filter((field) => field !== '')
      .map((field) => [field[0], field.slice(1)]),
  );
  const hint = fields.get('H');
  return {
    code: fields.get('C') ?? 'XX000',
    message: fields.get('M') ?? 'The database refused the connection.',
    ...(hint === undefined ? {} : { hint }),
  };
}
