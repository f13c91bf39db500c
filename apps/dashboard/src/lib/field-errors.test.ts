import { expect, it } from 'vitest';
import type { ApiError } from '../api/api-error.ts';
import { fieldErrors } from './field-errors.ts';

const error = (field: string | null): ApiError => ({
  status: 400,
  code: 'bad_request',
  message: 'No.',
  field,
  requestId: null,
});

it('puts the sentence under its field, or above the form when the field is not one of its own', () => {
  expect(fieldErrors(error('name'), ['name', 'email'])).toEqual({ name: 'No.', email: null, general: null });
  expect(fieldErrors(error(null), ['name'])).toEqual({ name: null, general: 'No.' });
  expect(fieldErrors(error('plan'), ['name'])).toEqual({ name: null, general: 'No.' });
  expect(fieldErrors(null, ['name'])).toEqual({ name: null, general: null });
});
