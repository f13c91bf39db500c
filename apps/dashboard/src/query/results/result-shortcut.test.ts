import { describe, expect, it } from 'vitest';
import { resultShortcut, shortcutLabel } from './result-shortcut.ts';

const keys = (code: string, more: object = {}) => ({
  code,
  ctrlKey: true,
  metaKey: false,
  shiftKey: true,
  altKey: false,
  ...more,
});

describe('resultShortcut', () => {
  it.each([
    ['KeyM', 'markdown'],
    ['KeyJ', 'json'],
    ['KeyC', 'csv'],
    ['KeyD', 'download'],
  ])('%s', (code, shortcut) => {
    expect(resultShortcut(keys(code))).toBe(shortcut);
    expect(resultShortcut(keys(code, { ctrlKey: false, metaKey: true }))).toBe(shortcut);
  });

  it.each([{ shiftKey: false }, { altKey: true }, { ctrlKey: false }, { metaKey: true }])(
    'not with %j',
    (more) => {
      expect(resultShortcut(keys('KeyC', more))).toBeNull();
    },
  );

  it('is written with its letter', () => {
    expect(shortcutLabel('json')).toContain('J');
  });
});
