const WORDS: Record<string, string> = {
  sql: 'the SQL editor',
  logs: 'its logs',
  'api/tables': 'its exposed tables',
  'auth/users': 'its users',
  'auth/mailbox': 'its mailbox',
  auth: 'its authentication settings',
  branches: 'its branches',
  'database/backups': 'its backups',
  reports: 'its reports',
  functions: 'its functions',
};

/** A page of a project as people say it in a sentence, from its route id. */
export function pageWords(page: string): string {
  const match = Object.keys(WORDS).find((id) => page === id || page.startsWith(`${id}/`));
  return (match !== undefined && WORDS[match]) || 'this page';
}
