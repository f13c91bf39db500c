import { QueryError } from '@basalt/postgres';
import { expect, test } from 'vitest';
import { AuthError } from './auth-error.ts';
import { describeFailure } from './describe-failure.ts';

test('shows no row of the database, however deep the error is', () => {
  const query = new QueryError({
    code: '23502',
    message: 'null value in column "x"',
    detail: 'Failing row contains (anna@example.com, $2b$12$hash)',
  });
  const error = new AuthError('unexpected_failure', 'Not saved', {
    cause: new Error('outer', { cause: query }),
  });
  const text = JSON.stringify(describeFailure(error));
  expect(text).toContain('null value in column');
  expect(text).not.toContain('$2b$12$hash');
});
