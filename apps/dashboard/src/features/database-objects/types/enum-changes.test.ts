import { describe, expect, it } from 'vitest';
import { enumChanges } from './enum-changes.ts';

describe('enumChanges', () => {
  it('asks for nothing when nothing has changed', () => {
    expect(enumChanges(['a', 'b'], ['a', 'b'], [])).toEqual({});
  });

  it('puts a new value before another by the name that it will have', () => {
    expect(enumChanges(['a', 'b'], ['a', 'beta'], [{ value: 'n', before: 'b' }, { value: 'z' }])).toEqual({
      rename_values: [{ from: 'b', to: 'beta' }],
      add_values: [{ value: 'n', before: 'beta' }, { value: 'z' }],
    });
  });
});
