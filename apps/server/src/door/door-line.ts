import { createHmac } from 'node:crypto';
import type { Duplex } from 'node:stream';

/** What a gateway on another machine wants to be led to: the private socket of a database, or the gateway of this machine. */
export type DoorTarget = { kind: 'database'; ref: string } | { kind: 'gateway' };

/**
 * Both ends know the installation's secret key, so neither needs a certificate: whoever does not know it gets no word through (TLS 1.2
 * with a pre-shared key, and keys of its own for every connection).
 */
export const DOOR_TLS = {
  ciphers: 'ECDHE-PSK-CHACHA20-POLY1305',
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.2',
} as const;

/** Whom the other end claims to be. There is one kind only. */
export const DOOR_IDENTITY = 'gateway';

/** The first line of a connection, with its end, has at most so many bytes. */
export const LONGEST_LINE = 64;

/** What both ends prove to know. It follows from the secret key and opens nothing else. */
export function doorKey(secretKey: Buffer): Buffer {
  return createHmac('sha256', secretKey).update('gateways of other machines').digest();
}

/** The first thing that is said on a connection; from then on every byte is the target's. */
export function writeTarget(target: DoorTarget): string {
  return target.kind === 'database' ? `database ${target.ref}\n` : 'gateway\n';
}

/** Reads what {@link writeTarget} wrote, without its end. Null: it is something else. */
export function readTarget(line: string): DoorTarget | null {
  if (line === 'gateway') return { kind: 'gateway' };
  const ref = /^database ([a-z]{1,20})$/.exec(line)?.[1];
  return ref === undefined ? null : { kind: 'database', ref };
}

/** Joins two connections byte by byte. Each ends with the other. */
export function join(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => to.destroy());
    from.once('close', () => to.destroy());
    from.pipe(to);
  }
}
