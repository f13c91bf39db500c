import type { ApiVersion } from './api-version.ts';
import type { AuthError } from './auth-error.ts';

/** An error as the client's version of the API writes it. */
export function errorBody(error: AuthError, version: ApiVersion | null): Record<string, unknown> {
  const weak = error.weakPassword ? { weak_password: error.weakPassword } : {};
  if (version) return { code: error.code, message: error.message, ...weak };
  return { code: error.status, error_code: error.code, msg: error.message, ...weak };
}
