/** What a text is written in, as the model is told. */
export type AiLanguage = 'pgsql' | 'typescript' | 'policy';

/** What a model is asked to write: the text that belongs in place of the selection. */
export interface AiRequest {
  /** Empty: what is likely to follow the cursor. */
  prompt: string;
  textBeforeCursor: string;
  selection: string;
  textAfterCursor: string;
}

/** Whoever writes text for a prompt. */
export interface AiPort {
  /** Resolves to the text, or throws an Error with a sentence. */
  complete: (request: AiRequest, signal: AbortSignal) => Promise<string>;
  /** Why nobody can be asked; null when somebody can. */
  unavailable: string | null;
}
