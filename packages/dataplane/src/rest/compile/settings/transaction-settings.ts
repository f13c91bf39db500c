const LEVELS = ['read uncommitted', 'read committed', 'repeatable read', 'serializable'] as const;
export type IsolationLevel = (typeof LEVELS)[number];

const ISOLATION: ReadonlySet<string> = new Set(['default_transaction_isolation', 'transaction_isolation']);
// Ours to set, or without a meaning inside a transaction.
const OURS =
  /^(role|search_path|session_authorization|default_transaction_(isolation|deferrable)|transaction_(isolation|deferrable|read_only)|request\..*|response\..*|pgrst\..*)$/;

type Settings = readonly (ReadonlyMap<string, string> | undefined)[];

/** The isolation that role or function ask for, null for the default. The last source counts. */
export function isolationLevel(sources: Settings): IsolationLevel | null {
  let level: IsolationLevel | null = null;
  for (const source of sources)
    for (const [name, value] of source ?? [])
      if (ISOLATION.has(name)) level = LEVELS.find((known) => known === value.toLowerCase()) ?? level;
  return level;
}

/** Their other settings that a transaction can take over, each once, in a stable order. The last source counts. */
export function transactionSettings(sources: Settings): [name: string, value: string][] {
  const settings = new Map<string, string>();
  for (const source of sources)
    for (const [name, value] of source ?? []) {
      if (name === 'default_transaction_read_only') settings.set('transaction_read_only', value);
      else if (!OURS.test(name)) settings.set(name, value);
    }
  return [...settings].sort(([a], [b]) => (a < b ? -1 : 1));
}
