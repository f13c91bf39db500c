import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import type { TestRepositories } from './git-server-for-test.ts';
import { fingerprintOf } from './ssh-transport.ts';

const ECDSA = { bits: 256 } as const;

/** Serves repositories over SSH, to whoever has the key, as git's own servers do. */
export class TestSshServer {
  readonly #keys = ssh2.utils.generateKeyPairSync('ecdsa', ECDSA);
  readonly #client = ssh2.utils.generateKeyPairSync('ecdsa', ECDSA);
  readonly clientKey = this.#client.private;
  readonly hostKey = fingerprintOf(publicBytes(this.#keys.public));
  connections = 0;
  #server: ssh2.Server;

  constructor(repositories: TestRepositories) {
    const allowed = publicBytes(this.#client.public);
    this.#server = new ssh2.Server({ hostKeys: [this.#keys.private] }, (client) => {
      this.connections += 1;
      client.on('error', () => {});
      client.on('authentication', (context) => {
        if (context.method === 'publickey' && context.key.data.equals(allowed)) context.accept();
        else context.reject(['publickey']);
      });
      client.on('session', (accept) => {
        accept().on('exec', (acceptExec, _, { command }) => {
          const channel = acceptExec();
          const name = /^git-upload-pack '([\w./-]+)'$/.exec(command)?.[1] ?? 'none';
          const git = spawn('git', ['upload-pack', join(repositories.folder, 'bare', name)]);
          git.stdout.pipe(channel, { end: false });
          git.stderr.pipe(channel.stderr, { end: false });
          git.stdin.on('error', () => {});
          channel.pipe(git.stdin);
          git.on('close', (code) => {
            channel.exit(code ?? 1);
            channel.end();
          });
        });
      });
    });
  }

  static otherKey(): string {
    return ssh2.utils.generateKeyPairSync('ecdsa', ECDSA).private;
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  address(name: string): string {
    return `ssh://git@127.0.0.1:${(this.#server.address() as AddressInfo).port}/${name}.git`;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

function publicBytes(line: string): Buffer {
  return Buffer.from(line.split(' ')[1] ?? '', 'base64');
}
