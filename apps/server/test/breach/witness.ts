import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

export interface Testimony {
  /** What was planted. */
  name: string;
  /** The system user who ran it. */
  uid: number;
}

/** Hears of every planted command that runs: it connects and says which it is and who runs it. No file system has to be shared. */
export class Witness {
  readonly heard: Testimony[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket: Socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (bytes: Buffer) => {
        for (const [, name, uid] of bytes.toString('latin1').matchAll(/^(\S+) (\d+)$/gm))
          this.heard.push({ name: String(name), uid: Number(uid) });
      });
    });
  }

  static async open(): Promise<Witness> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Witness(server);
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port;
  }

  /** A shell command that says so when it runs. It has neither quotes of its own kind nor a per cent sign: it fits any setting. */
  command(name: string): string {
    const program = `$s=IO::Socket::INET->new(q(127.0.0.1:${this.port})) and print $s qq(${name} $<\\n)`;
    return `perl -MIO::Socket::INET -e "${program.replaceAll('$', '\\$')}"`;
  }

  of(name: string): Testimony[] {
    return this.heard.filter((each) => each.name === name);
  }

  async close(): Promise<void> {
    this.#server.close();
    await once(this.#server, 'close');
  }
}
