import { expect, test } from 'vitest';
import { byteSize } from './byte-size.ts';

test.each([
  [0, '0 B'],
  [812, '812 B'],
  [1_024, '1.0 kB'],
  [7_969_177, '7.6 MB'],
  [125_829_120, '120 MB'],
  [1_048_575, '1.0 MB'],
  [5_368_709_120, '5.0 GB'],
  [2 ** 50, '1024 TB'],
])('%d bytes read %s', (bytes, text) => expect(byteSize(bytes)).toBe(text));
