import { expect, test } from 'vitest';
import { toApiError } from './api-error.ts';
import { requireIdentifiers } from './require-identifiers.ts';

test.each([
  ['pauseAndDeletion.reachedFreeLimit', { slug: '' }, 'slug is required'],
  ['organizations.availableVersions', { slug: undefined }, 'organizationSlug is required'],
  ['projects.get', { ref: undefined }, 'projectRef is required'],
  ['pauseAndDeletion.pauseStatus', { ref: '' }, 'Project ref is required'],
  ['content.save', { params: { ref: '' }, body: {} }, 'projectRef is required'],
])('%s with %j: %s', (path, input, message) => {
  expect(() => requireIdentifiers(path.split('.'), input)).toThrow(message);
  try {
    requireIdentifiers(path.split('.'), input);
  } catch (error) {
    expect(toApiError(error)).toMatchObject({ code: 'defect', message });
  }
});

test.each([
  ['accounts.profile', undefined],
  ['projects.get', { ref: 'abcdefghijklmnopqrst' }],
  ['pauseAndDeletion.removed', {}],
  ['content.save', { params: { ref: 'abcdefghijklmnopqrst' }, body: { ref: '' } }],
])('%s with %j is sent', (path, input) => {
  expect(() => requireIdentifiers(path.split('.'), input)).not.toThrow();
});
