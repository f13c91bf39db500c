import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressBlocks } from './address-blocks.ts';

const names = (address: string) => addressBlocks(address).map(({ name }) => name);

test.each([
  ['192.0.2.7', ['192.0.2.0/24']],
  ['::ffff:192.0.2.7', ['192.0.2.0/24']],
  ['::FFFF:c000:207', ['192.0.2.0/24']],
  ['2001:db8:1:2:3:4:5:6', ['2001:db8:1:2::/64', '2001:db8:1::/48']],
  ['2001:DB8:0001::1', ['2001:db8:1:0::/64', '2001:db8:1::/48']],
  ['::1', ['0:0:0:0::/64', '0:0:0::/48']],
  ['fe80::1%eth0', ['fe80:0:0:0::/64', 'fe80:0:0::/48']],
  ['unknown', ['unknown']],
])('%s is from %j', (address, blocks) => expect(names(address)).toEqual(blocks));

test('neighbours share a block however they are written, strangers do not', () => {
  const prefix = fc.tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 1, max: 0xffff })));
  fc.assert(
    fc.property(prefix, fc.integer({ min: 1, max: 0xffff }), (groups, host) => {
      const text = groups.map((group) => group.toString(16)).join(':');
      expect(names(`${text}::${host.toString(16)}`)).toEqual(names(`${text}:0:0:0:${host.toString(16)}`));
      expect(names(`${text}::1`)).toEqual(names(`${text}:1:2:3:4`));
      const other = [...groups.slice(0, 2), (groups[2] ?? 0) ^ 1, groups[3] ?? 0].map((group) =>
        group.toString(16),
      );
      expect(names(`${other.join(':')}::1`)).not.toEqual(names(`${text}::1`));
    }),
  );
});
