import { expect, test } from 'vitest';
import { PlatformError } from '../kernel/platform-error.ts';
import { readBlock, toBlocks } from './address-blocks.ts';

test.each([
  ['203.0.113.0/24', 'v4', '203.0.113.0/24'],
  ['203.0.113.7', 'v4', '203.0.113.7/32'],
  [' 0.0.0.0/0 ', 'v4', '0.0.0.0/0'],
  ['2001:DB8::/32', 'v6', '2001:db8::/32'],
  ['::1', 'v6', '::1/128'],
] as const)('%s is a block', (text, version, block) => {
  expect(readBlock(text, version)).toBe(block);
});

test.each([
  ['203.0.113.7/24', 'v4', /203\.0\.113\.0\/24/],
  ['2001:db8::1/32', 'v6', /2001:db8::\/32/],
  ['203.0.113.0/33', 'v4', /is no block/],
  ['203.0.113.0/', 'v4', /is no block/],
  ['203.0.113.0/024', 'v4', /is no block/],
  ['203.0.113', 'v4', /is no block/],
  ['2001:db8::/32', 'v4', /is no block/],
  ['203.0.113.0/24', 'v6', /is no block/],
  ['fe80::1%eth0/64', 'v6', /is no block/],
  ['::ffff:10.0.0.0/104', 'v6', /is no block/],
  ['all\nhost all all all trust', 'v4', /is no block/],
  ['', 'v4', /is no block/],
] as const)('%j is none', (text, version, message) => {
  expect(() => readBlock(text, version)).toThrow(PlatformError);
  expect(() => readBlock(text, version)).toThrow(message);
});

test('all of both versions, which is what clients are told when there are no rules, are no rules', () => {
  expect(toBlocks({ dbAllowedCidrs: ['0.0.0.0/0'], dbAllowedCidrsV6: ['::/0'] })).toBeNull();
  expect(toBlocks({ dbAllowedCidrs: ['0.0.0.0/0'] })).toEqual(['0.0.0.0/0']);
  expect(toBlocks({ dbAllowedCidrs: ['10.0.0.0/8', '10.0.0.0/8'], dbAllowedCidrsV6: [] })).toEqual([
    '10.0.0.0/8',
  ]);
  expect(toBlocks({})).toEqual([]);
});
