import ts from 'typescript-js';
import { type ImportMap, readImportMap, resolveImport } from './import-names.ts';
import type {
  ScriptAnswers,
  ScriptCompletion,
  ScriptProblem,
  ScriptSource,
  ScriptWords,
} from './script-messages.ts';

const ROOT = '/function/';
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

  const resolve = (specifier: string, from: string): ts.ResolvedModuleFull | undefined => {
    const path = resolveImport(specifier, from.slice(ROOT.length), names);
    const name = path === null ? null : ROOT + path;
    if (name === null || !files.has(name)) return undefined;
    const extension = /\.d\.[cm]?ts$|\.\w+$/.exec(name)?.[0] ?? '';
    return { resolvedFileName: name, extension, isExternalLibraryImport: false };
  };
  const service = ts.createLanguageService({
    getCompilationSettings: () => OPTIONS,
    getScriptFileNames: () =>
      [...files.keys()].filter((name) => !name.startsWith(ROOT) || IS_CODE.test(name)),
    getScriptVersion: (name) => String(files.get(name)?.version ?? 0),
    getScriptSnapshot: (name) => files.get(name)?.snapshot,
    getCurrentDirectory: () => ROOT,
    getDefaultLibFileName: () => '/types/none.d.ts',
    fileExists: (name) => files.has(name),
    readFile: (name) => files.get(name)?.text,
    resolveModuleNameLiterals: (literals, from) =>
      literals.map(({ text }) => ({ resolvedModule: resolve(text, from) })),
  });
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
      put(NAMES_FILE, declarations(names));
    },
    problems(path) {
      if (!isKnown(path)) return [];
      const name = ROOT + path;
      const isTyped = /ts/i.test(/\.\w+$/.exec(path)?.[0] ?? '');
      const unknown = unknownNames(service.getProgram()?.getSourceFile(name), (text) => resolve(text, name));
      const isOfUnknown = ({ code, start = 0 }: ts.Diagnostic) =>
        AS_TYPES.has(code) &&
        unknown.has(/^[\w$]+/.exec(files.get(name)?.text.slice(start) ?? '')?.[0] ?? '');
      return [
        ...service.getSyntacticDiagnostics(name),
        ...(isTyped ? service.getSemanticDiagnostics(name).filter((found) => !isOfUnknown(found)) : []),
      ].map(({ start = 0, length = 0, messageText, category, code }) => ({
        from: start,
        to: start + length,
        severity: category === ts.DiagnosticCategory.Error ? 'error' : 'warning',
        message: cut(ts.flattenDiagnosticMessageText(messageText, '\n')),
        code,
      }));
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

/** Packages that the import map names: what they export can be anything. */
function declarations({ imports }: ImportMap): string {
  return Object.keys(imports)
    .filter((name) => !/^[./]/.test(name))
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
