import type { PoolerSettings } from '@basalt/contract';

/** The field, on the page and where settings are searched. */
export const POOL_SIZE = {
  label: 'Pool size',
  description: 'How many connections of the database the clients of the transaction pooler share at a time.',
} as const;

/** What stands in the field: nothing while it follows from the compute size. */
export function sizeText({ pool_size: size }: PoolerSettings): string {
  return size === null ? '' : String(size);
}

/** What is wrong with what was typed. */
export function sizeProblem({ max_pool_size: most }: PoolerSettings, text: string): string | null {
  const typed = text.trim();
  if (typed === '' || (/^\d{1,6}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= most)) return null;
  return most === 1
    ? 'Enter 1 or nothing: the database leaves no more to clients.'
    : `Enter a whole number from 1 to ${most}, or nothing.`;
}

/** What is to be saved of it. Null: what follows from the compute size. */
export function sizeOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}
