/** A file of text. */
export interface ScriptSource {
  path: string;
  text: string;
}

/** What is wrong between two places of a file. */
export interface ScriptProblem {
  from: number;
  to: number;
  severity: 'error' | 'warning';
  message: string;
  /** TypeScript's number for it. */
  code: number;
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
  question: ScriptQuestion;
}

export interface ScriptResponse {
  id: number;
  /** Null: it could not be answered. */
  answer: ScriptAnswers[keyof ScriptAnswers] | null;
}
