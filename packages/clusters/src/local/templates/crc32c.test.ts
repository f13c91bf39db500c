import { expect, test } from 'vitest';
import { crc32c } from './system-identifier.ts';

// Check values of RFC 3720, appendix B.4, and the standard one of CRC catalogs.
test.each([
  ['123456789', Buffer.from('123456789'), 0xe3069283],
  ['32 zeros', Buffer.alloc(32), 0x8a9136aa],
  ['32 times 0xff', Buffer.alloc(32, 0xff), 0x62a8ab43],
  ['nothing', Buffer.alloc(0), 0],
])('the checksum of %s', (_name, bytes, expected) => {
  expect(crc32c(bytes)).toBe(expected);
});
