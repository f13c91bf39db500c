import type { IncomingMessage } from 'node:http';
import { isLoopback } from '@basalt/network';
import type { Config } from '../config.ts';
import { DOOR_ADDRESS } from '../door/came-by-door.ts';

/** Whether an address is that of a proxy which may say whom it speaks for. @param hop number of addresses before it */
export type Trust = (address: string, hop: number) => boolean;

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
    (hop === 0 && address === DOOR_ADDRESS) ||
    (isProxy !== null && address !== undefined && isProxy(address));
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
