/** "Postgres 17.6" from `supabase-postgres-17.6.1`: the major and minor number are what people know. */
export function postgresLabel(version: string): string {
  const number = /(\d+)(?:\.(\d+))?(?:[.\w-]*)$/.exec(version);
  if (number === null) return 'Postgres';
  return number[2] === undefined ? `Postgres ${number[1]}` : `Postgres ${number[1]}.${number[2]}`;
}
