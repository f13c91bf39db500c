/** The version people know, `17.6`, from the one of the wire, `supabase-postgres-17.6.1.008`. */
export function postgresVersion(dbVersion: string): string {
  const version = dbVersion.replace(/^supabase-postgres-/, '');
  return /^\d+(\.\d+)?/.exec(version)?.[0] ?? version;
}
