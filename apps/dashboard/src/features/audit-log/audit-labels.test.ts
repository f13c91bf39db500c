import type { AuditEntry } from '@basalt/contract';
import { expect, it } from 'vitest';
import { changedFields, subjectOf } from './audit-labels.ts';

const entry = { request: { id: 'x', name: 'New' }, before: null, after: null } as unknown as AuditEntry;

it('names what was changed by what people call it', () => {
  expect(subjectOf(entry)).toBe('New');
  expect(subjectOf({ ...entry, request: {}, before: { email: 'a@example.com' } })).toBe('a@example.com');
  expect(subjectOf({ ...entry, request: { read_only: true } })).toBeNull();
});

it('compares where it is known what was there, and shows what was asked for where it is not', () => {
  expect(changedFields({ ...entry, before: { name: 'Old' }, after: { name: 'New' } })).toEqual({
    isCompared: true,
    fields: [{ name: 'name', before: 'Old', after: 'New' }],
  });
  expect(changedFields(entry)).toMatchObject({
    isCompared: false,
    fields: [{ after: 'x' }, { after: 'New' }],
  });
});
