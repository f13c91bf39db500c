import { BlockList, isIP } from 'node:net';

/** Where the operator lets requests go although it is not the public internet. */
export interface Allowed {
  /** @param name as `readHost` gives it */
  hasName(name: string): boolean;
  /** @param address as `isIP` knows it */
  hasAddress(address: string): boolean;
}

export const NOTHING_ALLOWED: Allowed = { hasName: () => false, hasAddress: () => false };

const NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;
/** Resolvers read a name that ends so as an address: `127.1`, `0x7f000001`. */
const READ_AS_ADDRESS = /(^|\.)(\d+|0x[0-9a-f]*)$/;

/**
 * Reads a list of ranges (`10.1.0.0/16`), addresses and host names, separated by commas. A name is allowed wherever it leads.
 * @throws Error with what an entry must be, in words that follow the name of the setting
 */
export function readAllowed(text: string): Allowed {
  const names = new Set<string>();
  const ranges = new BlockList();
  for (const entry of text.split(',').map((one) => one.trim().toLowerCase())) {
    if (entry === '') continue;
    const [network = '', prefix, ...rest] = entry.split('/');
    const family = network.includes('%') ? 0 : isIP(network);
    if (family !== 0 && rest.length === 0 && isPrefix(prefix, family)) {
      const bits = prefix === undefined ? (family === 4 ? 32 : 128) : Number(prefix);
      ranges.addSubnet(network, bits, family === 4 ? 'ipv4' : 'ipv6');
    } else if (prefix === undefined && NAME.test(entry) && !READ_AS_ADDRESS.test(entry)) names.add(entry);
    else throw new Error(`must be a list of ranges like 10.0.0.0/8 and host names; "${entry}" is neither`);
  }
  return {
    hasName: (name) => names.has(name),
    hasAddress: (address) => {
      const family = isIP(address);
      return family !== 0 && ranges.check(address, family === 4 ? 'ipv4' : 'ipv6');
    },
  };
}

function isPrefix(text: string | undefined, family: number): boolean {
  if (text === undefined) return true;
  return /^\d{1,3}$/.test(text) && Number(text) <= (family === 4 ? 32 : 128);
}
