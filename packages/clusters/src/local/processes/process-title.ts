/**
 * Says whether a process title of PostgreSQL ("postgres: <cluster>: <user> <database> <client> <activity>") belongs to a
 * client's session. Background processes have no client, and replication senders are not sessions of a database.
 */
export function countsAsBackend(title: string): boolean {
  if (!/ (\[local\]|[0-9a-f.:%a-z-]+\(\d+\)) /i.test(`${title} `.replaceAll('\0', ' '))) return false;
  return !/^postgres: (\S+: )?walsender /.test(title);
}
