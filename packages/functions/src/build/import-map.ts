import { posix } from 'node:path';
import { type ParseError, parse } from 'jsonc-parser';
import { type Bundle, BundleError } from '../bundle/bundle.ts';

interface ImportMap {
  imports: Record<string, string>;
  scopes: Record<string, Record<string, string>>;
}

/** Where files that stand in for others are, beside the import map. */
const SHIMS = './shims';

/** Files that stand in for what functions import from elsewhere, and that Deno does by itself today. */
export const SHIM_FILES: Readonly<Record<string, string>> = {
  'std-http-server.ts':
    'export const serve = (handler: unknown, _options?: unknown): unknown => Deno.serve(handler as never);\n',
  'types-only.ts': 'export {};\n',
};

/** Imports that are known to stand for others, so that they work where only the npm registry is reached. */
const STAND_INS: readonly (readonly [pattern: RegExp, target: (match: RegExpExecArray) => string])[] = [
  [/^https:\/\/deno\.land\/std(@[\d.]+)?\/http\/server\.ts$/, () => `${SHIMS}/std-http-server.ts`],
  [/^(jsr|npm):\/?@supabase\/functions-js(@[^/]*)?\/edge-runtime(\.d\.ts)?$/, () => `${SHIMS}/types-only.ts`],
  [
    /^https:\/\/esm\.sh\/@supabase\/functions-js(@[^/]*)?\/.*edge-runtime\.d\.ts$/,
    () => `${SHIMS}/types-only.ts`,
  ],
  [/^jsr:\/?(@supabase\/supabase-js(@[^/]*)?(\/.+)?)$/, ([, name = '']) => `npm:${name}`],
  [
    /^https:\/\/esm\.sh\/((@[\w.-]+\/)?[\w.-]+(@[\w.^~-]+)?(\/[\w./-]+)?)(\?[\w=&-]*)?$/,
    ([, name = '']) => `npm:${name}`,
  ],
];

const SPECIFIER = /(?:from|import)\s*\(?\s*["']([^"'\n]+)["']/g;
const IS_CODE = /\.[cm]?[jt]sx?$/;

/** A whole package, whose files can be imported below its name. */
const PACKAGE = /^(npm|jsr):\/?((?:@[\w.-]+\/)?[\w.-]+(?:@[^/]*)?)$/;
/** Neither an address nor a path, nor what is below a name already. */
const IS_NAME = /^(?![./])[^:]*[^:/]$/;

/**
 * The import map that a function is built and run with: its own, which wins, and what stands in for well-known addresses that it
 * imports, by their address or by a name of its own. It lies beside the folder `source`.
 * @throws {BundleError} when its own cannot be read
 */
export function importMapOf({ files, importMap }: Bundle): string {
  const { path, ...own } =
    importMap === null ? { path: null, imports: {}, scopes: {} } : readImportMap(importMap, files);
  const imports = { ...filesOfPackages(own.imports), ...own.imports };
  const folder = posix.join('source', posix.dirname(path ?? ''));
  const resolve = (entries: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(entries).map(([name, target]) => [below(folder, name), below(folder, target)]),
    );
  const map: ImportMap = {
    imports: { ...resolve(imports), ...standIns(files, imports) },
    scopes: Object.fromEntries(
      Object.entries(own.scopes).map(([scope, entries]) => [below(folder, scope), resolve(entries)]),
    ),
  };
  return `${JSON.stringify(map, null, 2)}\n`;
}

/** `deno.json` maps what is below a package with the package, an import map does not (Deno, "Subpath imports"). */
function filesOfPackages(imports: ImportMap['imports']): ImportMap['imports'] {
  return Object.fromEntries(
    Object.entries(imports).flatMap(([name, target]) => {
      const match = PACKAGE.exec(target);
      return match === null || !IS_NAME.test(name) ? [] : [[`${name}/`, `${match[1]}:/${match[2]}/`]];
    }),
  );
}

function standIns(files: Bundle['files'], own: ImportMap['imports']): ImportMap['imports'] {
  const found: ImportMap['imports'] = {};
  for (const { path, bytes } of files) {
    if (!IS_CODE.test(path)) continue;
    for (const [, specifier = ''] of bytes.toString('utf8').matchAll(SPECIFIER)) {
      const address = addressOf(specifier, own);
      for (const [pattern, target] of STAND_INS) {
        const match = pattern.exec(address);
        if (match !== null) found[specifier] ??= target(match);
      }
    }
  }
  return found;
}

/** What an import stands for in the function's own map. The longest name wins, as in every import map. */
function addressOf(specifier: string, own: ImportMap['imports']): string {
  const [name] = Object.keys(own)
    .filter((key) => key === specifier || (key.endsWith('/') && specifier.startsWith(key)))
    .sort((a, b) => b.length - a.length);
  return name === undefined ? specifier : `${own[name]}${specifier.slice(name.length)}`;
}

/** The map in a file, or in the one that a `deno.json` without names of its own leads to. */
function readImportMap(path: string, files: Bundle['files'], isNamed = false): ImportMap & { path: string } {
  const text = files.find((file) => file.path === path)?.bytes.toString('utf8') ?? '';
  const errors: ParseError[] = [];
  const value = parse(text, errors, { allowTrailingComma: true }) as
    | Partial<ImportMap & { importMap: unknown }>
    | undefined;
  if (errors.length > 0 || typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BundleError(`${path} is no JSON object.`);
  if (value.importMap !== undefined && value.imports === undefined && value.scopes === undefined && !isNamed)
    return readImportMap(namedBy(path, value.importMap, files), files, true);
  const { imports = {}, scopes = {} } = value;
  const isMap = (entries: unknown) =>
    typeof entries === 'object' &&
    entries !== null &&
    !Array.isArray(entries) &&
    Object.values(entries).every((one) => typeof one === 'string');
  if (!isMap(imports)) throw new BundleError(`"imports" in ${path} must name a text for each import.`);
  if (typeof scopes !== 'object' || scopes === null || !Object.values(scopes).every(isMap))
    throw new BundleError(`"scopes" in ${path} must name imports for each scope.`);
  return { path, imports, scopes };
}

/** `"importMap"` of a `deno.json`: a file that was deployed with it. */
function namedBy(path: string, importMap: unknown, files: Bundle['files']): string {
  const named = typeof importMap === 'string' ? posix.join(posix.dirname(path), importMap) : '';
  if (!files.some((file) => file.path === named))
    throw new BundleError(`"importMap" in ${path} must name a file that is deployed with it.`);
  return named;
}

/** Relative paths count from the file they stand in; the map that we write lies elsewhere. */
function below(folder: string, target: string): string {
  if (!/^\.{0,2}\//.test(target)) return target;
  const path = target.startsWith('/') ? posix.join('source', target) : posix.join(folder, target);
  return `./${path}`;
}
