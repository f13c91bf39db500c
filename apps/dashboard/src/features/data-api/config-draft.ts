import { DATA_API_DEFAULTS, type DataApiConfig, MAX_API_ROWS } from '@basalt/contract';

/** The form of the Data API as it is being filled in. */
export interface ConfigDraft {
  /** The first is the default. */
  exposed: string[];
  searchPath: string[];
  /** As typed. */
  maxRows: string;
  rlsOnNewTables: boolean;
}

export interface ConfigChanges {
  db_schema?: string;
  db_extra_search_path?: string;
  max_rows?: number;
  rls_on_new_tables?: boolean;
}

/** What the form asks for, by the names of the API. */
export const FIELDS = {
  db_schema: {
    label: 'Exposed schemas',
    description: 'Their tables, views and functions can be reached over the Data API.',
  },
  db_extra_search_path: {
    label: 'Extra search path',
    description:
      'Schemas that functions and types are looked up in besides the exposed one. Their tables are not exposed by it.',
  },
  max_rows: {
    label: 'Max rows',
    description: 'The most rows that one request gets, whatever it asks for. 0 means no limit.',
  },
  rls_on_new_tables: {
    label: 'Row level security on new tables',
    description:
      'A new table in an exposed schema lets nobody in until it has a policy. Switched off, whoever has a key can read and change it as soon as it is there.',
  },
} as const satisfies Record<keyof ConfigChanges, { label: string; description: string }>;

/** The names of what some changes are about, in the order of the form. */
export function changedFields(changes: ConfigChanges): (keyof ConfigChanges)[] {
  return (Object.keys(FIELDS) as (keyof ConfigChanges)[]).filter((name) => name in changes);
}

/** The names of a comma-separated list. */
export function splitList(list: string): string[] {
  return list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

export function draftOf(config: DataApiConfig): ConfigDraft {
  return {
    exposed: splitList(config.db_schema),
    searchPath: splitList(config.db_extra_search_path),
    maxRows: String(config.max_rows),
    rlsOnNewTables: config.rls_on_new_tables ?? true,
  };
}

/** What the fields hold in a new project. Row level security of new tables is the database's own setting. */
export const DEFAULTS: Pick<ConfigDraft, 'exposed' | 'searchPath' | 'maxRows'> = {
  exposed: splitList(DATA_API_DEFAULTS.db_schema),
  searchPath: splitList(DATA_API_DEFAULTS.db_extra_search_path),
  maxRows: String(DATA_API_DEFAULTS.max_rows),
};

/** What has to be told to the server; nothing when the draft says what is stored. */
export function changesOf(config: DataApiConfig, draft: ConfigDraft): ConfigChanges {
  const stored = draftOf(config);
  const exposed = draft.exposed.join(',');
  const searchPath = draft.searchPath.join(',');
  const maxRows = Number(draft.maxRows.trim());
  return {
    ...(exposed === stored.exposed.join(',') ? {} : { db_schema: exposed }),
    ...(searchPath === stored.searchPath.join(',') ? {} : { db_extra_search_path: searchPath }),
    ...(maxRows === config.max_rows ? {} : { max_rows: maxRows }),
    ...(draft.rlsOnNewTables === stored.rlsOnNewTables ? {} : { rls_on_new_tables: draft.rlsOnNewTables }),
  };
}

/** What is wrong with a draft, before the server is asked. */
export function draftProblems({ exposed, maxRows }: ConfigDraft): { exposed?: string; maxRows?: string } {
  const text = maxRows.trim();
  return {
    // No schema at all means off, and that is asked about in its own words.
    ...(exposed.length === 0
      ? { exposed: 'Choose at least one schema, or switch the Data API off above.' }
      : {}),
    ...(/^\d+$/.test(text) && Number(text) <= MAX_API_ROWS
      ? {}
      : { maxRows: `Enter a whole number from 0 to ${MAX_API_ROWS.toLocaleString('en')}.` }),
  };
}

/** Puts one of the chosen schemas in front. */
export function withDefault(exposed: readonly string[], name: string): string[] {
  return [name, ...exposed.filter((one) => one !== name)];
}

/** What is exposed when the Data API is switched on again. */
export function schemasToSwitchOn(available: readonly string[]): string {
  const usual = DEFAULTS.exposed.filter((name) => available.includes(name));
  return (usual.length > 0 ? usual : available.slice(0, 1)).join(',');
}

const MANAGED = new Set([
  'auth',
  'extensions',
  'graphql',
  'realtime',
  'storage',
  'supabase_functions',
  'supabase_migrations',
  'vault',
]);

/** Those of the chosen schemas whose tables are not the developer's own. */
export function managedSchemas(exposed: readonly string[]): string[] {
  return exposed.filter((name) => MANAGED.has(name));
}
