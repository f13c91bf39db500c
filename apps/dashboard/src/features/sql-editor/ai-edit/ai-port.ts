/** What a model is asked to write: the text that belongs in place of the selection. */
export interface AiRequest {
  prompt: string;
  textBeforeCursor: string;
  selection: string;
  textAfterCursor: string;
  language: 'sql';
}

/** Whoever writes SQL for a prompt. */
export interface AiPort {
  /** Resolves to the text, or throws an Error with a sentence. */
  complete: (request: AiRequest, signal: AbortSignal) => Promise<string>;
  /** Why nobody can be asked; null when somebody can. */
  unavailable: string | null;
}

/** There is no model yet: the prompt says so and sends nothing. */
export const NO_AI: AiPort = {
  complete: () => Promise.reject(new Error('No AI provider is set up.')),
  unavailable: 'No AI provider is set up for this Basalt yet.',
};
