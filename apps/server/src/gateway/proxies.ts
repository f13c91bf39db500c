import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { isLoopback } from '@basalt/network';
import type { Config } from '../config.ts';

/** What stands in place of an address on connections that came by the door: no client can have it. */
const DOOR = 'door';

/** Whether an address is that of a proxy which may say whom it speaks for. @param hop number of addresses before it */
export type Trust = (address: string, hop: number) => boolean;

/** A gateway of another machine says whom it speaks for, and is believed. */
export function markAsDoor(socket: Socket): void {
  Object.defineProperty(socket, 'remoteAddress', { value: DOOR });
}

export function cameByDoor(socket: Pick<Socket, 'remoteAddress'>): boolean {
  return socket.remoteAddress === DOOR;
}

/**
 * Which proxies are believed: those that were named; else one on this machine, where projects have a domain and we speak no TLS
 * ourselves. False: none, and nobody has to be asked.
 */
export function trustedProxies({
  trustedProxies: named,
  projectDomain,
  tls,
  door,
}: Pick<Config, 'trustedProxies' | 'projectDomain' | 'tls' | 'door'>): false | Trust {
  const hasProxyHere = projectDomain !== null && tls === null;
  const isProxy = named?.hasAddress ?? (hasProxyHere ? isLoopback : null);
  if (isProxy === null && door === null) return false;
  // Functions come over sockets without an address.
  return (address, hop) =>
    (hop === 0 && address === DOOR) || (isProxy !== null && address !== undefined && isProxy(address));
}

/** Whom a request is from: the last address before which nobody is believed. */
export function addressBehind({ socket, headers }: IncomingMessage, trust: false | Trust): string {
  const said = headers['x-forwarded-for'];
  const chain = [
    socket.remoteAddress ?? '',
    ...String(said ?? '')
      .split(',')
      .reverse(),
  ].map((one) => one.trim());
  for (const [hop, address] of chain.entries())
    if (trust === false || chain[hop + 1] === undefined || chain[hop + 1] === '' || !trust(address, hop))
      return address;
  return '';
}
