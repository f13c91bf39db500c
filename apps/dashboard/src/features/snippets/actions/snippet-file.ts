/** The media type of what is saved. */
export const SQL_FILE = 'application/sql';

/** A name that every file system takes: lower case, without signs. */
export function fileStem(name: string): string {
  const stem = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 100);
  return stem === '' ? 'snippet' : stem;
}

/** `20260131120500_add_orders.sql`: migrations run in the order of their time, in UTC. */
export function migrationFileName(name: string, now: Date): string {
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14);
  return `${stamp}_${fileStem(name)}.sql`;
}
