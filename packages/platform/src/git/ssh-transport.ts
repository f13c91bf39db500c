import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Outgoing } from '@basalt/network';
import ssh2, { type ClientChannel } from 'ssh2';
import { GitError } from './git-error.ts';
import { unreachable } from './http-transport.ts';
import { endsWithFlush, FLUSH } from './packets.ts';
import {
  type GitTransport,
  GREETING_TIMEOUT_MS,
  MOST_ADVERTISED,
  MOST_PACKED,
  TIMEOUT_MS,
} from './transport.ts';

export interface SshServer {
  host: string;
  port: number;
  username: string;
  /** Of the repository, as the server knows it. */
  path: string;
  /** A private key in OpenSSH's or PEM's format, without a passphrase. */
  privateKey: string;
  /** `SHA256:…` of the key that the server must show; null: whatever it shows is told to `onHostKey`. */
  hostKey: string | null;
  onHostKey: (hostKey: string) => void;
}

/** A repository behind SSH. The connection goes where outgoing requests may go, and runs `git-upload-pack` and nothing else. */
export function sshTransport(outgoing: Outgoing, server: SshServer): GitTransport {
  /** Runs it once. Whatever it says before the first flush is not part of the answer to a request. */
  async function run(
    request: Buffer | null,
    maxBytes: number,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<Buffer> {
    const known: { error?: GitError } = {};
    const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    try {
      return await outgoing.attempt(async (ending) => {
        const limit = AbortSignal.any([within, ending]);
        const sock = await outgoing.connect({ host: server.host, port: server.port, signal: limit });
        try {
          return await converse(server, sock, request, maxBytes, limit);
        } catch (error) {
          if (error instanceof GitError) known.error = error;
          throw error;
        } finally {
          sock.destroy();
        }
      }, timeoutMs);
    } catch (error) {
      signal.throwIfAborted();
      throw known.error ?? unreachable(error);
    }
  }
  return {
    advertise: (signal) => run(null, MOST_ADVERTISED, GREETING_TIMEOUT_MS, signal),
    ask: (request, signal) => run(request, MOST_PACKED, TIMEOUT_MS, signal),
  };
}

function converse(
  { username, privateKey, path, hostKey, onHostKey }: SshServer,
  sock: Socket,
  request: Buffer | null,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const client = new ssh2.Client();
  return new Promise<Buffer>((resolve, reject) => {
    const fail = (error: unknown) => {
      client.destroy();
      reject(error);
    };
    signal.addEventListener('abort', () => fail(signal.reason), { once: true });
    let shown: string | null = null;
    client.on('error', (error: Error & { level?: string }) => {
      if (shown !== null && hostKey !== null && shown !== hostKey)
        return fail(
          new GitError(
            'host_key_changed',
            `The server shows another key than before (${shown}). Make sure that it is the right one, then connect the repository again.`,
          ),
        );
      if (error.level === 'client-authentication')
        return fail(
          new GitError(
            'unauthorized',
            'The git server does not accept the key. Add its public half to the repository, or enter another one.',
          ),
        );
      fail(error);
    });
    client.on('close', () => fail(new Error('The connection ended.')));
    client.on('ready', () => {
      if (shown !== null) onHostKey(shown);
      client.exec(`git-upload-pack '${path.replaceAll("'", `'\\''`)}'`, (error, channel) => {
        if (error) fail(error);
        else
          readChannel(channel, request, maxBytes)
            .then(resolve, reject)
            .finally(() => client.end());
      });
    });
    try {
      client.connect({
        sock,
        username,
        privateKey,
        readyTimeout: TIMEOUT_MS,
        hostVerifier: (key: Buffer) => {
          shown = fingerprintOf(key);
          return hostKey === null || shown === hostKey;
        },
      });
    } catch (error) {
      fail(error);
    }
  });
}

function readChannel(channel: ClientChannel, request: Buffer | null, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let first: Buffer[] | null = [];
    let size = 0;
    const answer: Buffer[] = [];
    const complaint: Buffer[] = [];
    channel.stderr.on('data', (bytes: Buffer) => complaint.length < 20 && complaint.push(bytes));
    channel.on('data', (bytes: Buffer) => {
      size += bytes.length;
      if (size > maxBytes + MOST_ADVERTISED) {
        channel.destroy();
        return reject(new GitError('too_large', 'The answer of the git server is too large.'));
      }
      if (first === null) return void answer.push(bytes);
      first.push(bytes);
      // Looked at as a whole each time it grows: nearly always it comes in one piece.
      const whole = Buffer.concat(first);
      first = [whole];
      try {
        if (!endsWithFlush(whole)) return;
      } catch (error) {
        channel.destroy();
        return reject(error);
      }
      first = null;
      if (request === null) {
        channel.end(FLUSH);
        resolve(whole);
      } else channel.write(request);
    });
    channel.on('error', reject);
    channel.on('close', () => {
      if (first !== null) return reject(notServed(Buffer.concat(complaint).toString('utf8')));
      resolve(Buffer.concat(answer));
    });
  });
}

function notServed(complaint: string): GitError {
  const line = complaint
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
  return new GitError(
    'not_found',
    `There is no such repository, or the key may not see it.${line === '' ? '' : ` The server says: ${line}`}`,
  );
}

/** As `ssh-keygen -l` shows it. */
export function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}

/** The public half of a private key, as a line of `authorized_keys`. Null: it cannot be read, or wants a passphrase. */
export function publicKeyOf(privateKey: string): string | null {
  const parsed = ssh2.utils.parseKey(privateKey);
  const key = Array.isArray(parsed) ? parsed[0] : parsed;
  if (key === undefined || key instanceof Error || !key.isPrivateKey()) return null;
  return `${key.type} ${key.getPublicSSH().toString('base64')}`;
}
