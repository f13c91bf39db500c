import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** One client on a bare socket: as little work as possible for each message. */
export class RealtimeClient {
  /** Bytes that came, frame by frame. */
  onFrame: (body: Buffer) => void = () => {};
  readonly #socket: Socket;
  #rest: Buffer = Buffer.alloc(0);
  #ref = 0;
  readonly #replies = new Map<string, (payload: { status: string; response: unknown }) => void>();

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('error', () => {});
  }

  static async open(url: string, key: string): Promise<RealtimeClient> {
    const { hostname, port, pathname } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.setNoDelay(true);
    const head = [
      `GET ${pathname}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0 HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    const answer = await new Promise<string>((done) => socket.once('data', (data) => done(data.toString())));
    if (!answer.startsWith('HTTP/1.1 101')) throw new Error(`The socket was refused: ${answer}`);
    return new RealtimeClient(socket);
  }

  /** Sends, and waits for the reply. */
  async ask(topic: string, event: string, payload: unknown): Promise<void> {
    this.#ref += 1;
    const ref = String(this.#ref);
    const replied = new Promise<{ status: string; response: unknown }>((done) =>
      this.#replies.set(ref, done),
    );
    this.#send(JSON.stringify([event === 'phx_join' ? ref : null, ref, topic, event, payload]));
    const { status, response } = await replied;
    if (status !== 'ok') throw new Error(`${event} of ${topic} was refused: ${JSON.stringify(response)}`);
  }

  close(): void {
    this.#socket.destroy();
  }

  /** A mask of zeros leaves the text as it is. */
  #send(text: string): void {
    const body = Buffer.from(text);
    const head = Buffer.alloc(body.length < 126 ? 6 : 8);
    head[0] = 0x81;
    head[1] = 0x80 | Math.min(body.length, 126);
    if (body.length >= 126) head.writeUInt16BE(body.length, 2);
    this.#socket.write(Buffer.concat([head, body]));
  }

  #read(chunk: Buffer): void {
    const data = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    while (data.length - at >= 2) {
      const short = (data[at + 1] ?? 0) & 0x7f;
      const header = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (data.length - at < header) break;
      const length =
        short < 126
          ? short
          : short === 126
            ? data.readUInt16BE(at + 2)
            : Number(data.readBigUInt64BE(at + 2));
      if (data.length - at - header < length) break;
      this.#frame(data.subarray(at + header, at + header + length));
      at += header + length;
    }
    this.#rest = data.subarray(at);
  }

  #frame(body: Buffer): void {
    if (this.#replies.size > 0 && body.includes('"phx_reply"')) {
      const [, ref, , , payload] = JSON.parse(body.toString());
      this.#replies.get(ref)?.(payload);
      this.#replies.delete(ref);
    } else this.onFrame(body);
  }
}
