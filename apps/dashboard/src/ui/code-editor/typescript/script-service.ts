import ts from 'typescript-js';
import { type ImportMap, npmImport, readImportMap, resolveImport, targetOf } from './import-names.ts';
import type {
  ScriptAnswers,
  ScriptCompletion,
  ScriptPackage,
  ScriptProblem,
  ScriptSource,
  ScriptWords,
} from './script-messages.ts';

const ROOT = '/function/';
/** Packages, as `node_modules` has them. */
const PACKAGES = '/packages/node_modules/';
const NAMES_FILE = '/types/names.d.ts';
const OPTIONS: ts.CompilerOptions = {
  allowImportingTsExtensions: true,
  allowJs: true,
  jsx: ts.JsxEmit.Preserve,
  module: ts.ModuleKind.ESNext,
  moduleDetection: ts.ModuleDetectionKind.Force,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  noEmit: true,
  noLib: true,
  resolveJsonModule: true,
  skipLibCheck: true,
  strict: true,
  target: ts.ScriptTarget.ESNext,
  types: [],
};
const IS_CODE = /\.[cm]?[jt]sx?$/;
/** A name of a package that is not known, where a type or a namespace of types is expected. */
const AS_TYPES: ReadonlySet<number> = new Set([2503, 2702, 2709]);
const MOST_WORDS = 1_500;

/** What TypeScript knows of a function's files. All places are counted in characters from the start of a file. */
export interface ScriptService {
  /** All files that there are now. */
  setFiles(files: readonly ScriptSource[]): void;
  /** All packages whose types are known now. */
  setPackages(packages: readonly ScriptPackage[]): void;
  problems(path: string): ScriptProblem[];
  complete(path: string, at: number): ScriptAnswers['complete'];
  /** What one of the completions is. */
  describe(path: string, at: number, name: string): ScriptWords | null;
  /** What stands at a place. */
  hover(path: string, at: number): ScriptAnswers['hover'];
}

/**
 * @param types files of declarations that everything stands on
 */
export function createScriptService(types: readonly string[]): ScriptService {
  const files = new Map<string, { version: number; text: string; snapshot: ts.IScriptSnapshot }>();
  let names: ImportMap = { folder: '', imports: {} };
  let count = 0;

  function put(name: string, text: string) {
    if (files.get(name)?.text === text) return;
    count += 1;
    files.set(name, { version: count, text, snapshot: ts.ScriptSnapshot.fromString(text) });
  }
  for (const [place, text] of types.entries()) put(`/types/${place}.d.ts`, text);
  put(NAMES_FILE, '');

  let packages = new Map<string, ScriptPackage>();
  const folders = new Set<string>();
  const packageHost: ts.ModuleResolutionHost = {
    fileExists: (name) => files.has(name),
    readFile: (name) => files.get(name)?.text,
    directoryExists: (name) => folders.has(name),
  };
  const inPackages = (specifier: string, from: string) =>
    ts.resolveModuleName(specifier, from, OPTIONS, packageHost).resolvedModule;

  const resolve = (specifier: string, from: string): ts.ResolvedModuleFull | undefined => {
    if (from.startsWith(PACKAGES)) return inPackages(specifier, from);
    const asked = npmImport(specifier, names);
    if (asked !== null) return inPackages(asked.name + asked.path, `${PACKAGES}../index.ts`);
    const path = resolveImport(specifier, from.slice(ROOT.length), names);
    const name = path === null ? null : ROOT + path;
    if (name === null || !files.has(name)) return undefined;
    const extension = /\.d\.[cm]?ts$|\.\w+$/.exec(name)?.[0] ?? '';
    return { resolvedFileName: name, extension, isExternalLibraryImport: false };
  };
  const service = ts.createLanguageService({
    getCompilationSettings: () => OPTIONS,
    getScriptFileNames: () =>
      [...files.keys()].filter(
        (name) => !name.startsWith(PACKAGES) && (!name.startsWith(ROOT) || IS_CODE.test(name)),
      ),
    getScriptVersion: (name) => String(files.get(name)?.version ?? 0),
    getScriptSnapshot: (name) => files.get(name)?.snapshot,
    getCurrentDirectory: () => ROOT,
    getDefaultLibFileName: () => '/types/none.d.ts',
    fileExists: (name) => files.has(name),
    readFile: (name) => files.get(name)?.text,
    resolveModuleNameLiterals: (literals, from) =>
      literals.map(({ text }) => ({ resolvedModule: resolve(text, from) })),
  });
  /** What to say of an import whose types are not there; null: it is not from elsewhere. */
  const whyUntyped = (specifier: string): string | null => {
    const asked = npmImport(specifier, names);
    const [scheme] = /^[a-z]+(?=:)/.exec(targetOf(specifier, names)) ?? [];
    if (scheme === undefined || scheme === 'file' || scheme === 'data') return null;
    const anything = 'The editor checks nothing that is done with it.';
    if (asked === null) return `The types of this import are not loaded. ${anything}`;
    const known = packages.get(asked.name);
    if (known === undefined)
      return `The types of ${asked.name} are loaded once this is deployed. ${anything}`;
    const reason =
      known.version === ''
        ? 'are not loaded, because it is there in several versions'
        : known.files.length === 0
          ? 'are too large to be loaded'
          : 'are not in the package';
    return `The types of ${asked.name} ${reason}. ${anything}`;
  };
  const isKnown = (path: string) => files.has(ROOT + path) && IS_CODE.test(path);
  const words = (
    parts: ts.SymbolDisplayPart[] | undefined,
    documentation: ts.SymbolDisplayPart[] | undefined,
  ) => ({
    code: cut(ts.displayPartsToString(parts)),
    text: cut(ts.displayPartsToString(documentation)),
  });

  return {
    setFiles(sources) {
      const kept = new Set(sources.map(({ path }) => ROOT + path));
      for (const name of files.keys()) if (name.startsWith(ROOT) && !kept.has(name)) files.delete(name);
      for (const { path, text } of sources) put(ROOT + path, text);
      names = readImportMap(sources, (path, text) => ts.parseConfigFileTextToJson(path, text).config);
      put(NAMES_FILE, declarations(names, packages));
    },
    setPackages(given) {
      for (const name of files.keys()) if (name.startsWith(PACKAGES)) files.delete(name);
      folders.clear();
      packages = new Map(given.map((one) => [one.name, one]));
      // Which of several versions an import means is not known here, and the types of another one would be wrong.
      for (const { name, version } of given)
        if (packages.get(name)?.version !== version) packages.set(name, { name, version: '', files: [] });
      for (const { name, files: own } of packages.values())
        for (const { path, text } of own) {
          const at = `${PACKAGES}${name}/${path}`;
          put(at, text);
          for (let end = at.lastIndexOf('/'); end > 0; end = at.lastIndexOf('/', end - 1))
            folders.add(at.slice(0, end));
        }
      put(NAMES_FILE, declarations(names, packages));
    },
    problems(path) {
      if (!isKnown(path)) return [];
      const name = ROOT + path;
      const isTyped = /ts/i.test(/\.\w+$/.exec(path)?.[0] ?? '');
      const file = service.getProgram()?.getSourceFile(name);
      const unknown = unknownNames(file, (text) => resolve(text, name));
      const isOfUnknown = ({ code, start = 0 }: ts.Diagnostic) =>
        AS_TYPES.has(code) &&
        unknown.has(/^[\w$]+/.exec(files.get(name)?.text.slice(start) ?? '')?.[0] ?? '');
      const problems = [
        ...service.getSyntacticDiagnostics(name),
        ...(isTyped ? service.getSemanticDiagnostics(name).filter((found) => !isOfUnknown(found)) : []),
      ].map(
        ({ start = 0, length = 0, messageText, category, code }): ScriptProblem => ({
          from: start,
          to: start + length,
          severity: category === ts.DiagnosticCategory.Error ? 'error' : 'warning',
          message: cut(ts.flattenDiagnosticMessageText(messageText, '\n')),
          code,
        }),
      );
      const untyped = importsOf(file)
        .filter(({ text }) => resolve(text, name) === undefined)
        .flatMap((specifier): ScriptProblem[] => {
          const message = whyUntyped(specifier.text);
          const place = { from: specifier.getStart(file), to: specifier.getEnd() };
          return message === null ? [] : [{ ...place, severity: 'hint', message, code: null }];
        });
      return [...problems, ...untyped];
    },
    complete(path, at) {
      if (!isKnown(path)) return null;
      const found = service.getCompletionsAtPosition(ROOT + path, at, {
        includeCompletionsWithInsertText: true,
        includeCompletionsForImportStatements: false,
      });
      if (found === undefined) return null;
      const span = found.optionalReplacementSpan;
      return {
        from: span?.start ?? null,
        options: found.entries.map(
          ({ name, kind, sortText, insertText, replacementSpan }): ScriptCompletion => ({
            name,
            kind,
            rank: Number.parseInt(sortText, 10) || 0,
            ...(insertText === undefined ? {} : { insert: insertText }),
            ...(replacementSpan === undefined ? {} : { from: replacementSpan.start }),
          }),
        ),
      };
    },
    describe(path, at, name) {
      if (!isKnown(path)) return null;
      const found = service.getCompletionEntryDetails(
        ROOT + path,
        at,
        name,
        undefined,
        undefined,
        {},
        undefined,
      );
      return found === undefined ? null : words(found.displayParts, found.documentation);
    },
    hover(path, at) {
      if (!isKnown(path)) return null;
      const found = service.getQuickInfoAtPosition(ROOT + path, at);
      if (found === undefined) return null;
      const { start, length } = found.textSpan;
      return { from: start, to: start + length, ...words(found.displayParts, found.documentation) };
    },
  };
}

/** Where a file imports from. */
function importsOf(file: ts.SourceFile | undefined): ts.StringLiteral[] {
  return (file?.statements ?? []).flatMap((statement) => {
    const isImport = ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement);
    const from = isImport ? statement.moduleSpecifier : undefined;
    return from !== undefined && ts.isStringLiteral(from) ? [from] : [];
  });
}

/** Names that a file imports from what is none of the files. */
function unknownNames(file: ts.SourceFile | undefined, resolve: (specifier: string) => unknown): Set<string> {
  const names = new Set<string>();
  for (const statement of file?.statements ?? []) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    if (resolve(statement.moduleSpecifier.text) !== undefined) continue;
    const { name, namedBindings } = statement.importClause ?? {};
    if (name !== undefined) names.add(name.text);
    if (namedBindings !== undefined && ts.isNamespaceImport(namedBindings))
      names.add(namedBindings.name.text);
    else for (const element of namedBindings?.elements ?? []) names.add(element.name.text);
  }
  return names;
}

/** What the import map names and nobody knows the types of: what it exports can be anything. */
function declarations(map: ImportMap, known: ReadonlyMap<string, ScriptPackage>): string {
  return Object.keys(map.imports)
    .filter((name) => !/^[./]/.test(name) && !known.has(npmImport(name, map)?.name ?? ''))
    .map((name) => {
      const whole = name.replace(/\/$/, '');
      const own = name.endsWith('/') ? '' : `declare module ${JSON.stringify(name)};\n`;
      return `${own}declare module ${JSON.stringify(`${whole}/*`)};\n`;
    })
    .join('');
}

function cut(text: string): string {
  return text.length > MOST_WORDS ? `${text.slice(0, MOST_WORDS)}…` : text;
}
