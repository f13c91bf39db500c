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
export function resolveImport(
  specifier: string,
  from: string,
  { folder, imports }: ImportMap,
): string | null {
  if (/^\.{0,2}\//.test(specifier)) return join(from.slice(0, from.lastIndexOf('/') + 1), specifier);
  // The longest name wins.
  const [name] = Object.keys(imports)
    .filter((key) => key === specifier || (key.endsWith('/') && specifier.startsWith(key)))
    .sort((a, b) => b.length - a.length);
  if (name === undefined) return null;
  const target = `${imports[name]}${specifier.slice(name.length)}`;
  return /^\.{0,2}\//.test(target) ? join(folder, target) : null;
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
