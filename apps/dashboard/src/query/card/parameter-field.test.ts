import { describe, expect, it } from 'vitest';
import { parameterInput } from './parameter-field.tsx';

const parameter = (
  type: string | null,
  defaultValue: string | null,
  possibleValues: string[] | null = null,
) => ({
  type,
  defaultValue,
  possibleValues,
});

describe('parameterInput', () => {
  it('is a list for an enum, with the value in it even when it is none of them', () => {
    const plan = parameter('enum', 'free', ['free', 'pro']);
    expect(parameterInput(plan, null)).toEqual({ kind: 'enum', value: 'free', options: ['free', 'pro'] });
    expect(parameterInput(plan, 'old')).toMatchObject({ value: 'old', options: ['old', 'free', 'pro'] });
  });

  it('is a calendar for a date that reads as one, else a text', () => {
    const since = parameter('date', '2026-03-09');
    expect(parameterInput(since, null)).toEqual({ kind: 'date', value: '2026-03-09', shown: '09 Mar' });
    expect(parameterInput(since, 'yesterday')).toEqual({ kind: 'text', value: 'yesterday' });
    expect(parameterInput(since, '2026-02-31')).toEqual({ kind: 'text', value: '2026-02-31' });
    expect(parameterInput(since, '')).toEqual({ kind: 'text', value: '' });
  });

  it('is a text for everything else', () => {
    expect(parameterInput(parameter(null, null), null)).toEqual({ kind: 'text', value: '' });
    expect(parameterInput(parameter('int', '5'), '2026-03-09').kind).toBe('text');
  });
});
