import type { Operation } from './schema/operation-for.ts';

/** Longer addresses are cut by some programs that pass them on. */
const MAX_LINK = 8_000;

/** The address of the page with a query in it; null when it would be too long. */
export function shareLink(page: string, { query, variables }: Operation): string | null {
  const { origin, pathname } = new URL(page);
  const search = new URLSearchParams({ query, ...(variables.trim() === '' ? {} : { variables }) });
  const link = `${origin}${pathname}?${search}`;
  return link.length > MAX_LINK ? null : link;
}
