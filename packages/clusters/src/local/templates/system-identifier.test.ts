import { expect, test } from 'vitest';
import { crc32c, newSystemIdentifier, withIdentifier } from './system-identifier.ts';

function controlFile(checksumAt: number): Buffer {
  const control = Buffer.alloc(512, 7);
  control.writeUInt32LE(crc32c(control.subarray(0, checksumAt)), checksumAt);
  return control;
}

test.each([
  ['15 to 17', 288],
  ['18', 292],
])('a control file of PostgreSQL %s gets the identifier and a fitting checksum', (_majors, checksumAt) => {
  const changed = withIdentifier(controlFile(checksumAt), 123n);
  expect(changed.readBigUInt64LE(0)).toBe(123n);
  expect(changed.readUInt32LE(checksumAt)).toBe(crc32c(changed.subarray(0, checksumAt)));
  expect(changed.subarray(8, checksumAt).equals(Buffer.alloc(checksumAt - 8, 7))).toBe(true);
});

test('a control file whose checksum is nowhere is refused', () => {
  expect(() => withIdentifier(Buffer.alloc(512, 7), 1n)).toThrow(/no checksum/);
});

test('identifiers made at the same moment differ and carry the time', () => {
  const now = Date.UTC(2030, 0, 1);
  const made = new Set(Array.from({ length: 50 }, () => newSystemIdentifier(now)));
  expect(made.size).toBe(50);
  for (const identifier of made) expect(Number(identifier >> 32n) * 1000).toBe(now);
});
