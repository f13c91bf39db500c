import { scramVerifier } from '@basalt/postgres';
import { PlatformError } from '../kernel/platform-error.ts';

/**
 * Some passwords cannot be used with every client, because clients prepare their characters differently.
 * @param field of the input that has it
 * @throws PlatformError `bad_request`
 */
export function assertUsablePassword(password: string, field: 'db_pass' | 'password'): void {
  try {
    scramVerifier(password);
  } catch (error) {
    throw new PlatformError('bad_request', `${field}: ${(error as Error).message}`, { field, cause: error });
  }
}
