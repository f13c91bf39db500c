import { NAME_MAX_LENGTH } from '@basalt/contract';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const CONTROL = /[\u0000-\u001f\u007f\u2028\u2029]/;

/** Why a text cannot be a project's name, before the server is asked; null when it can. The server has the last word. */
export function nameProblem(name: string): string | null {
  const trimmed = name.trim();
  if (trimmed === '') return 'Enter a name.';
  if (trimmed.length > NAME_MAX_LENGTH) return `Use at most ${NAME_MAX_LENGTH} characters.`;
  if (CONTROL.test(trimmed)) return 'Use one line without control characters.';
  return null;
}
