// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { forgetPersisted, type Persisted, readPersisted, writePersisted } from './persisted.ts';

const limit: Persisted<number> = {
  topic: 'row-limit',
  fallback: 100,
  parse: (stored) => (typeof stored === 'number' ? stored : null),
};
const look: Persisted<string> = {
  topic: 'look',
  fallback: 'wide',
  parse: (stored) => (typeof stored === 'string' ? stored : null),
  survivesSignOut: true,
};

beforeEach(() => localStorage.clear());

describe('persisted', () => {
  it('remembers a value per project and for the browser apart', () => {
    writePersisted(limit, 500, 'one');
    writePersisted(limit, 7);
    expect([readPersisted(limit, 'one'), readPersisted(limit, 'two'), readPersisted(limit)]).toEqual([
      500, 100, 7,
    ]);
  });

  it.each(['not json', '"text"', 'null', '{}'])('falls back when storage holds %s', (text) => {
    localStorage.setItem('basalt:row-limit', text);
    expect(readPersisted(limit)).toBe(100);
  });

  it('gives the same object as long as the stored text is the same', () => {
    const list: Persisted<string[]> = { topic: 'list', fallback: [], parse: (stored) => stored as string[] };
    writePersisted(list, ['a']);
    expect(readPersisted(list)).toBe(readPersisted(list));
  });

  it('forgets the work and keeps the look when somebody signs out', () => {
    writePersisted(limit, 500, 'one');
    writePersisted(look, 'narrow');
    localStorage.setItem('basalt:color-scheme', 'dark');
    localStorage.setItem('somebody-else', 'stays');
    forgetPersisted();
    expect(readPersisted(limit, 'one')).toBe(100);
    expect(readPersisted(look)).toBe('narrow');
    expect(localStorage.getItem('basalt:color-scheme')).toBe('dark');
    expect(localStorage.getItem('somebody-else')).toBe('stays');
  });
});
