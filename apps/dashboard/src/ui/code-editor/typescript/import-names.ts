import type { ScriptSource } from './script-messages.ts';

/** What names in imports stand for. */
export interface ImportMap {
  /** The folder that relative targets count from: empty, or with a slash at its end. */
  folder: string;
  imports: Readonly<Record<string, string>>;
}

const NAMES = ['deno.json', 'deno.jsonc', 'import_map.json'];

/** The import map among the files, the one in the outermost folder; one that cannot be read names nothing. */
export function readImportMap(
  files: readonly ScriptSource[],
  parse: (path: string, text: string) => unknown,
): ImportMap {
  const [file] = files
    .filter(({ path }) => NAMES.includes(path.slice(path.lastIndexOf('/') + 1)))
    .sort((a, b) => depth(a.path) - depth(b.path) || NAMES.indexOf(a.path) - NAMES.indexOf(b.path));
  if (file === undefined) return { folder: '', imports: {} };
  const folder = file.path.slice(0, file.path.lastIndexOf('/') + 1);
  const { imports } = (parse(file.path, file.text) ?? {}) as { imports?: unknown };
  if (typeof imports !== 'object' || imports === null) return { folder, imports: {} };
  const entries = Object.entries(imports).filter(([, target]) => typeof target === 'string');
  return { folder, imports: Object.fromEntries(entries) };
}

/** The path of the file that an import leads to, as Deno finds it: by its whole name. Null: it leads out of the files. */
export function resolveImport(specifier: string, from: string, map: ImportMap): string | null {
  if (IS_PATH.test(specifier)) return join(from.slice(0, from.lastIndexOf('/') + 1), specifier);
  const target = targetOf(specifier, map);
  return IS_PATH.test(target) ? join(map.folder, target) : null;
}

const IS_PATH = /^\.{0,2}\//;
const OF_NPM = /^npm:\/?((?:@[\w.-]+\/)?[\w.-]+)(?:@[^/]*)?(\/.+)?$/;

/** An import from npm as Node knows it: `@scope/name/file`, without a version. Null: it is from elsewhere. */
export function npmImport(specifier: string, map: ImportMap): { name: string; path: string } | null {
  const [, name, path = ''] = OF_NPM.exec(targetOf(specifier, map)) ?? [];
  return name === undefined ? null : { name, path };
}

/** What a specifier stands for by the import map. */
export function targetOf(specifier: string, { imports }: ImportMap): string {
  // What is below the name of a package is in the package.
  const isBelow = (key: string) =>
    key.endsWith('/')
      ? specifier.startsWith(key)
      : specifier.startsWith(`${key}/`) && OF_NPM.test(imports[key] ?? '');
  // The longest name wins.
  const [name] = Object.keys(imports)
    .filter((key) => key === specifier || isBelow(key))
    .sort((a, b) => b.length - a.length);
  return name === undefined ? specifier : `${imports[name]}${specifier.slice(name.length)}`;
}

function join(folder: string, path: string): string {
  return new URL(path, `file:///${folder.split('/').map(encodeURIComponent).join('/')}`).pathname
    .slice(1)
    .split('/')
    .map(decoded)
    .join('/');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function depth(path: string): number {
  return path.split('/').length;
}
