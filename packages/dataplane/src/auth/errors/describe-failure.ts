import { QueryError } from '@basalt/postgres';

/**
 * What may be logged of a failure. The database's details are left out: they show whole rows, with hashes and tokens.
 */
export function describeFailure(error: unknown): unknown {
  if (error instanceof QueryError) {
    const { code, message, constraint, where } = error;
    return { code, message, constraint, where };
  }
  if (!(error instanceof Error)) return 'Something that is not an error was thrown.';
  const cause = error.cause === undefined ? {} : { cause: describeFailure(error.cause) };
  return { name: error.name, message: error.message, stack: error.stack, ...cause };
}
