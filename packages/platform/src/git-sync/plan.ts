import { FUNCTION_SLUG } from '@basalt/contract';
import { isTable, readConfig, stringAt } from './config.ts';

/** Where a repository has what branches are made of, below the folder of its connection. */
export const FOLDER = 'supabase';

export interface PlannedMigration {
  path: string;
  version: string;
  name: string;
}

export interface PlannedFunction {
  slug: string;
  /** Paths below `functions/`, its shared folders included. */
  files: readonly string[];
  /** Below `functions/`. */
  entrypoint: string;
  importMap: string | null;
  /** Null: as before, or true. */
  verifyJwt: boolean | null;
}

/** What is not applied, and why. */
interface Skipped {
  kind: 'migration' | 'seed' | 'function';
  path: string;
  message: string;
}

export interface SyncPlan {
  /** In the order in which they run. */
  migrations: readonly PlannedMigration[];
  seeds: readonly string[];
  functions: readonly PlannedFunction[];
  skipped: readonly Skipped[];
}

const MIGRATION = /^migrations\/([0-9]+)_(.*)\.sql$/;

/**
 * What the files of a repository's `supabase` folder mean, as the command line reads them.
 * @param paths below that folder
 * @param configText of `config.toml`; null: there is none
 * @throws PlatformError `bad_request` for a configuration that cannot be read, and two migrations of one version
 */
export function planSync(paths: readonly string[], configText: string | null): SyncPlan {
  const config = readConfig(configText);
  const skipped: Skipped[] = [];
  const migrations: PlannedMigration[] = [];
  for (const path of paths.filter(
    (each) => each.startsWith('migrations/') && !each.slice(11).includes('/'),
  )) {
    const [, version, name = ''] = MIGRATION.exec(path) ?? [];
    if (version !== undefined) migrations.push({ path, version, name });
    else if (path.endsWith('.sql'))
      skipped.push({ kind: 'migration', path, message: 'Its name is not like 20260101120000_name.sql.' });
  }
  migrations.sort(({ path: a }, { path: b }) => (a < b ? -1 : 1));
  const twice = migrations.find(
    ({ version }, index) => migrations.findIndex((it) => it.version === version) !== index,
  );
  if (twice !== undefined)
    config.refuse(`Two migrations have the version ${twice.version}. Give one of them another.`);
  const { functions, skipped: skippedFunctions } = planFunctions(paths, config.at('functions'));
  return {
    migrations,
    seeds: planSeeds(paths, config.at('db', 'seed')),
    functions,
    skipped: [...skipped, ...skippedFunctions],
  };
}

/** In the order of their patterns, each once. */
function planSeeds(paths: readonly string[], seed: unknown): string[] {
  const settings = isTable(seed) ? seed : {};
  if (settings.enabled === false) return [];
  const patterns = Array.isArray(settings.sql_paths)
    ? settings.sql_paths.filter((each) => typeof each === 'string')
    : ['./seed.sql'];
  const found = patterns.flatMap((pattern) => {
    const matches = matcherOf(pattern.replace(/^\.\//, ''));
    return paths.filter((path) => path.endsWith('.sql') && matches(path));
  });
  return [...new Set(found)];
}

/** A pattern of paths in which `*` stands for any part of a name and `**` for folders too. With more than two of them it is none: they would take long to try. */
function matcherOf(pattern: string): (path: string) => boolean {
  if (pattern.length > 200 || (pattern.match(/\*+/g) ?? []).length > 2) return () => false;
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/\*\*\/|\*\*|\*|\?/g, (star) => (star === '*' ? '[^/]*' : star === '?' ? '[^/]' : '.*'));
  const expression = new RegExp(`^${source}$`);
  return (path) => path.length < 300 && expression.test(path);
}

function planFunctions(paths: readonly string[], config: unknown) {
  const settings = isTable(config) ? config : {};
  const own = paths
    .filter((path) => path.startsWith('functions/'))
    .map((path) => path.slice('functions/'.length));
  const folders = [
    ...new Set(own.filter((path) => path.includes('/')).map((path) => path.split('/')[0] ?? '')),
  ];
  const shared = own.filter((path) => path.startsWith('_') || path.startsWith('.') || !path.includes('/'));
  const functions: PlannedFunction[] = [];
  const skipped: Skipped[] = [];
  for (const slug of folders.filter((folder) => !folder.startsWith('_') && !folder.startsWith('.'))) {
    const table = settings[slug];
    const chosen = isTable(table) ? table : {};
    const skip = (message: string) => skipped.push({ kind: 'function', path: `functions/${slug}`, message });
    const files = own.filter((path) => path.startsWith(`${slug}/`));
    const entrypoint = below(stringAt(chosen, 'entrypoint')) ?? `${slug}/index.ts`;
    const importMap =
      below(stringAt(chosen, 'import_map')) ??
      [`${slug}/deno.json`, `${slug}/deno.jsonc`, `${slug}/import_map.json`, 'import_map.json'].find((path) =>
        own.includes(path),
      ) ??
      null;
    if (chosen.enabled === false) skip('It is switched off in config.toml.');
    else if (!FUNCTION_SLUG.test(slug)) skip('Its name cannot be that of a function.');
    else if (!own.includes(entrypoint)) skip(`It has no file ${entrypoint}.`);
    else
      functions.push({
        slug,
        files: [...new Set([...files, ...shared])].filter(
          (path) => !path.split('/').some((part) => part === '.env'),
        ),
        entrypoint,
        importMap: importMap !== null && own.includes(importMap) ? importMap : null,
        verifyJwt: typeof chosen.verify_jwt === 'boolean' ? chosen.verify_jwt : null,
      });
  }
  return { functions, skipped };
}

/** A path of the configuration, which counts from the folder `supabase`, below `functions/`; null: it is none. */
function below(path: string | null): string | null {
  const plain = path?.replace(/^\.\//, '') ?? '';
  return plain.startsWith('functions/') ? plain.slice('functions/'.length) : null;
}
