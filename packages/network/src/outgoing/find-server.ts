import { BlockList, isIP } from 'node:net';
import type { Allowed } from '../addresses/allowed.ts';
import { isRefusedAddress } from '../addresses/refused-address.ts';
import type { Host } from './read-host.ts';

export interface ServerAddress {
  address: string;
  family: 4 | 6;
}

export interface FindOptions {
  allowed: Allowed;
  resolve: (name: string) => Promise<readonly { address: string }[]>;
  /** Addresses of this machine: a firewall that keeps others out lets the machine itself in. */
  ownAddresses: () => readonly string[];
}

/** Names under which clouds tell machines their secrets. Their addresses are refused as well, should they change. */
const METADATA_NAMES = new Set([
  'instance-data',
  'instance-data.ec2.internal',
  'metadata',
  'metadata.azure.internal',
  'metadata.goog',
  'metadata.google.internal',
]);

/**
 * The addresses of a server that may be asked, each checked. Connect to these and to nothing else: asking a second time
 * where the name leads may give another answer.
 * @throws NotAllowed when there are none, and what the resolver throws
 */
export async function findServer(host: Host, options: FindOptions): Promise<ServerAddress[]> {
  const { allowed, resolve, ownAddresses } = options;
  const isNamed = host.kind === 'name' && allowed.hasName(host.text);
  if (!isNamed && METADATA_NAMES.has(host.text)) throw new NotAllowed('This name is refused.');
  const found = host.kind === 'address' ? [{ address: host.text }] : await resolve(host.text);
  const own = listOf(ownAddresses());
  const mayAsk = (address: string) =>
    isNamed ||
    allowed.hasAddress(address) ||
    !(isRefusedAddress(address) || own.check(address, typeOf(address)));
  const addresses = found
    .map(({ address }) => address)
    .filter((address) => isIP(address) !== 0 && !address.includes('%') && mayAsk(address));
  if (addresses.length === 0) throw new NotAllowed('It has no address that may be asked.');
  return addresses.map((address) => ({ address, family: isIP(address) as 4 | 6 }));
}

/** For the log of the operator, who may allow it. */
class NotAllowed extends Error {
  override readonly name = 'NotAllowed';
  readonly code = 'ENOTALLOWED';
}

/** A list that knows the forms in which IPv6 writes IPv4, too. */
function listOf(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const address of addresses) if (isIP(address) !== 0) list.addAddress(address, typeOf(address));
  return list;
}

function typeOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
