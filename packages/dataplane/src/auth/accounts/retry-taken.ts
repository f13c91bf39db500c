import { QueryError } from '@basalt/postgres';

const ADDRESS_KEYS: readonly (string | null)[] = ['users_email_partial_key', 'users_phone_key'];

/** Whether an address was taken by somebody else at this very moment. */
export function isAddressTaken(error: unknown): boolean {
  return error instanceof QueryError && error.code === '23505' && ADDRESS_KEYS.includes(error.constraint);
}

/** Runs again when the address was taken meanwhile: the second time the other account is there to be seen. */
export async function retryWhenTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isAddressTaken(error)) throw error;
    return work();
  }
}
