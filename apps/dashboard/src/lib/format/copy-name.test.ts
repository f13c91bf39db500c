import { expect, it } from 'vitest';
import { copyName } from './copy-name.ts';

it('says that it is a copy, within the limit of names', () => {
  expect(copyName('Sales', 'copy')).toBe('Sales (copy)');
  expect(copyName('x'.repeat(256), 'Duplicate')).toHaveLength(256);
  expect(copyName('x'.repeat(256), 'Duplicate')).toMatch(/x \(Duplicate\)$/);
});

it('never cuts a character in two', () => {
  const room = 256 - ' (copy)'.length;
  const turtle = String.fromCodePoint(0x1f422);
  expect(copyName(`${'x'.repeat(room - 1)}${turtle}${turtle}`, 'copy')).toBe(
    `${'x'.repeat(room - 1)} (copy)`,
  );
});
