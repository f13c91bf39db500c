import { isIP } from 'node:net';

/**
 * The blocks that an address is from, smallest first: whoever has one address of them easily has the others. IPv4 goes by
 * its /24, IPv6 by /64 (one connection) and /48 (one site). What is no address is a block of its own.
 */
export function addressBlocks(address: string): { name: string; size: 'connection' | 'site' }[] {
  const plain = address.replace(/%.*$/, '').toLowerCase();
  const ipv4 = isIP(plain) === 4 ? plain : mappedIpv4(plain);
  if (ipv4 !== null) return [{ name: `${ipv4.split('.').slice(0, 3).join('.')}.0/24`, size: 'connection' }];
  if (isIP(plain) !== 6) return [{ name: plain, size: 'connection' }];
  const groups = ipv6Groups(plain);
  return [
    { name: `${groups.slice(0, 4).join(':')}::/64`, size: 'connection' },
    { name: `${groups.slice(0, 3).join(':')}::/48`, size: 'site' },
  ];
}

/** The IPv4 address that a socket for both families reports in the form of IPv6. */
function mappedIpv4(address: string): string | null {
  if (isIP(address) !== 6) return null;
  const groups = ipv6Groups(address).map((group) => Number.parseInt(group, 16));
  if (groups.slice(0, 5).some((group) => group !== 0) || groups[5] !== 0xffff) return null;
  const [high = 0, low = 0] = groups.slice(6);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** All eight groups without leading zeros. The URL parser knows every way to write them. */
function ipv6Groups(address: string): string[] {
  const [before = '', after] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const left = before === '' ? [] : before.split(':');
  const right = after ? after.split(':') : [];
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
}
