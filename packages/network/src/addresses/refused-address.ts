import { BlockList, isIP } from 'node:net';

/** IPv4 that is not the public internet (RFC 6890 and what came after it), and one public address that is not public. */
export const REFUSED_IPV4 = [
  ['0.0.0.0', 8, 'this network, unspecified'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'behind carriers, and metadata of one cloud'],
  ['127.0.0.0', 8, 'loopback'],
  ['168.63.129.16', 32, 'metadata and name server of one cloud'],
  ['169.254.0.0', 16, 'link-local, and metadata of most clouds'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'protocol assignments, and metadata of one cloud'],
  ['192.0.2.0', 24, 'documentation'],
  ['192.88.99.0', 24, 'relays of 6to4'],
  ['192.168.0.0', 16, 'private'],
  ['198.18.0.0', 15, 'measuring of networks'],
  ['198.51.100.0', 24, 'documentation'],
  ['203.0.113.0', 24, 'documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved, broadcast'],
] as const;

/** Of IPv6 only this is the public internet … */
const PUBLIC_IPV6 = ['2000::', 3] as const;

/** … without these. */
export const REFUSED_IPV6 = [
  ['2001::', 23, 'protocol assignments, with Teredo, which carries IPv4'],
  ['2001:db8::', 32, 'documentation'],
  ['2002::', 16, '6to4, which carries IPv4'],
  ['3fff::', 20, 'documentation'],
] as const;

/** Forms of IPv6 that stand for an IPv4 address in their last 32 bits, and lead where that leads. */
export const IPV4_WITHIN = ['::ffff:0.0.0.0', '64:ff9b::0.0.0.0'] as const;

const refusedIpv4 = new BlockList();
const publicIpv6 = new BlockList();
const refusedIpv6 = new BlockList();
const ipv4Within = new BlockList();
const loopback = new BlockList();

publicIpv6.addSubnet(...PUBLIC_IPV6, 'ipv6');
for (const [network, prefix] of REFUSED_IPV6) refusedIpv6.addSubnet(network, prefix, 'ipv6');
for (const form of IPV4_WITHIN) ipv4Within.addSubnet(form, 96, 'ipv6');
for (const [network, prefix] of REFUSED_IPV4) {
  refusedIpv4.addSubnet(network, prefix, 'ipv4');
  for (const form of IPV4_WITHIN)
    refusedIpv6.addSubnet(form.replace('0.0.0.0', network), 96 + prefix, 'ipv6');
}
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether an address leads anywhere but to the public internet. What is no address at all is refused too. */
export function isRefusedAddress(address: string): boolean {
  // `isIP` takes zones (`fe80::1%eth0`), which name a network card of ours.
  const family = address.includes('%') ? 0 : isIP(address);
  if (family === 4) return refusedIpv4.check(address, 'ipv4');
  if (family !== 6 || refusedIpv6.check(address, 'ipv6')) return true;
  return !publicIpv6.check(address, 'ipv6') && !ipv4Within.check(address, 'ipv6');
}

/** Whether an address is this machine itself, by an address that never leaves it. */
export function isLoopback(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 4 ? 'ipv4' : 'ipv6');
}
