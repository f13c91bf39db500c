import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { IPV4_WITHIN, isRefusedAddress, REFUSED_IPV4, REFUSED_IPV6 } from './refused-address.ts';

const toNumber = (ipv4: string) => ipv4.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
const toIpv4 = (number: number) =>
  [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');
const toGroups = (bits: bigint) =>
  Array.from({ length: 8 }, (_, index) => ((bits >> BigInt(112 - 16 * index)) & 0xffffn).toString(16)).join(
    ':',
  );

/** Any IPv4 address of any range that is refused. */
const refusedIpv4 = fc.constantFrom(...REFUSED_IPV4).chain(([network, prefix]) => {
  const last = 2 ** (32 - prefix) - 1;
  return fc
    .oneof(fc.constantFrom(0, last), fc.integer({ min: 0, max: last }))
    .map((offset) => toIpv4(toNumber(network) + offset));
});

const networkBits = (network: string) => {
  const left = network.replace(/::$/, '').split(':');
  return left.reduce((bits, group, index) => bits | (BigInt(`0x${group}`) << BigInt(112 - 16 * index)), 0n);
};

describe('every address of every refused range', () => {
  test('of IPv4', () => {
    fc.assert(fc.property(refusedIpv4, (address) => isRefusedAddress(address)));
  });

  test('of IPv4 within IPv6, in each form and in both writings', () => {
    fc.assert(
      fc.property(refusedIpv4, fc.constantFrom(...IPV4_WITHIN), (address, form) => {
        const number = toNumber(address);
        const groups = `${Math.floor(number / 65536).toString(16)}:${(number % 65536).toString(16)}`;
        return (
          isRefusedAddress(form.replace('0.0.0.0', address)) &&
          isRefusedAddress(form.replace('0.0.0.0', groups)) &&
          isRefusedAddress(form.replace('0.0.0.0', groups).toUpperCase())
        );
      }),
    );
  });

  test('of IPv6', () => {
    const address = fc
      .tuple(fc.constantFrom(...REFUSED_IPV6), fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }))
      .map(([[network, prefix], bits]) =>
        toGroups(networkBits(network) | (bits & (2n ** BigInt(128 - prefix) - 1n))),
      );
    fc.assert(fc.property(address, (one) => isRefusedAddress(one)));
  });

  test('and all IPv6 that is not public, forms of IPv4 aside', () => {
    const bits = fc
      .bigInt({ min: 0n, max: 2n ** 128n - 1n })
      .filter((one) => one >> 125n !== 1n)
      .filter((one) => one >> 32n !== 0xffffn && one >> 32n !== 0x64_ff9b_0000_0000_0000_0000n);
    fc.assert(fc.property(bits, (one) => isRefusedAddress(toGroups(one))));
  });
});

test.each([
  '::',
  '::1',
  '::7f00:1',
  '::127.0.0.1',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fec0::1',
  'ff02::1',
  '100::1',
  '64:ff9b:1::1',
  '2001::1',
  '2001:0:a00:1::1',
  '2002:7f00:1::1',
  '5f00::1',
  '1.1.1.1%eth0',
  '127.1',
  '0x7f000001',
  'example.com',
  '',
])('%j is refused', (address) => expect(isRefusedAddress(address)).toBe(true));

test.each([
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '223.255.255.255',
  '::ffff:1.1.1.1',
  '64:ff9b::101:101',
  '2606:4700::1111',
  '2a00:1450:4001::200e',
  '2001:4860:4860::8888',
])('%s is not', (address) => expect(isRefusedAddress(address)).toBe(false));
