import type { StoredSetting } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import { mayBeSetting, suspectSetting } from './suspect-settings.ts';

const stored = (name: string, more: Partial<StoredSetting> = {}): StoredSetting => ({
  role: 'postgres',
  database: null,
  name,
  value: 'x',
  origin: 'own',
  undo: null,
  ...more,
});

describe('suspectSetting', () => {
  it.each([
    ['57014', 'statement_timeout'],
    ['58P01', 'local_preload_libraries'],
    ['25006', 'default_transaction_read_only'],
    ['42501', 'role'],
    ['42P01', 'search_path'],
  ])('after %s is %s', (code, name) => {
    expect(mayBeSetting(code)).toBe(true);
    expect(suspectSetting(code, [stored('work_mem'), stored(name)])?.name).toBe(name);
    expect(suspectSetting(code, [stored('work_mem')])).toBeNull();
  });

  it('is neither a standard one nor another role’s', () => {
    const standard = stored('search_path', { role: null, database: 'postgres', origin: 'standard' });
    expect(suspectSetting('42P01', [standard, stored('search_path', { role: 'app' })])).toBeNull();
    expect(suspectSetting('42P01', [{ ...standard, origin: 'changed' }])).not.toBeNull();
  });

  it('is not looked for after a mistake in the SQL, or without a code', () => {
    expect(mayBeSetting('42601')).toBe(false);
    expect(mayBeSetting('constructor')).toBe(false);
    expect(mayBeSetting(null)).toBe(false);
  });
});
