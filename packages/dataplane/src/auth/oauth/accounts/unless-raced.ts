import { QueryError } from '@basalt/postgres';

const UNIQUE_VIOLATION = '23505';

/** Runs work again, once, when somebody made the same user or identity at the same moment: now it is there to be found. */
export async function unlessRaced<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof QueryError) || error.code !== UNIQUE_VIOLATION) throw error;
    return await work();
  }
}
