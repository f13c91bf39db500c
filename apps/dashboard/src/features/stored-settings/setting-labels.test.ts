import { describe, expect, it } from 'vitest';
import { ownerLabels, plainText, settingKey } from './setting-labels.ts';

describe('the words of a stored setting', () => {
  it.each([
    ['postgres', null, 'Role postgres'],
    [null, 'postgres', 'Database postgres'],
    ['app', 'shop', 'Role app in database shop'],
    [null, null, 'All roles'],
    ['two\nlines', null, 'Role two lines'],
    ['turned\u202eround', null, 'Role turned\ufffdround'],
  ])('%j %j → %s', (role, database, words) => {
    expect(ownerLabels({ role, database })).toBe(words);
  });

  it('stay short when a name does not', () => {
    expect(ownerLabels({ role: 'x'.repeat(63), database: null })).toHaveLength('Role '.length + 60);
  });

  it('hide nothing', () => {
    expect(plainText('a\n\tb\u200bc')).toBe('a b\ufffdc');
  });

  it('tell settings apart whatever they are called', () => {
    const key = (role: string | null, database: string | null) => settingKey({ role, database, name: 'x' });
    expect(new Set([key('a', null), key(null, 'a'), key('a","b', null), key('a', 'b')]).size).toBe(4);
  });
});
