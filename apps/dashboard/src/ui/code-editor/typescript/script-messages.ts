/** A file of text. */
export interface ScriptSource {
  path: string;
  text: string;
}

/** An npm package, with its `package.json` and its declarations of types. */
export interface ScriptPackage {
  name: string;
  version: string;
  files: readonly ScriptSource[];
}

/** What is wrong between two places of a file. */
export interface ScriptProblem {
  from: number;
  to: number;
  /** `hint`: nothing is wrong. */
  severity: 'error' | 'warning' | 'hint';
  message: string;
  /** TypeScript's number for it; null: it is not from TypeScript. */
  code: number | null;
}

export interface ScriptCompletion {
  name: string;
  /** In TypeScript's words: "method", "interface". */
  kind: string;
  /** Smaller ones come first. */
  rank: number;
  /** What is written when it is not the name. */
  insert?: string;
  /** Where writing begins when it is not at the word. */
  from?: number;
}

/** A piece of code and what its author says of it. */
export interface ScriptWords {
  code: string;
  text: string;
}

/** What is asked of the worker. */
export type ScriptQuestion =
  | { type: 'problems' }
  | { type: 'complete'; at: number }
  | { type: 'describe'; at: number; name: string }
  | { type: 'hover'; at: number };

/** What the worker answers to each. */
export interface ScriptAnswers {
  problems: ScriptProblem[];
  /** Null: nothing. `from` is null where a word begins by the usual rule. */
  complete: { from: number | null; options: ScriptCompletion[] } | null;
  describe: ScriptWords | null;
  hover: (ScriptWords & { from: number; to: number }) | null;
}

/** A question about one file, with all files as they are at that moment. Null: as they were for the question before. */
export interface ScriptRequest {
  id: number;
  path: string;
  files: readonly ScriptSource[] | null;
  /** The packages whose types are known. Null: the same as for the question before. */
  packages: readonly ScriptPackage[] | null;
  question: ScriptQuestion;
}

export interface ScriptResponse {
  id: number;
  /** Null: it could not be answered. */
  answer: ScriptAnswers[keyof ScriptAnswers] | null;
}
