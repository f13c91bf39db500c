import { NAME_MAX_LENGTH } from '@basalt/contract';

/** Why a text cannot be a project's name, before the server is asked; null when it can. The server has the last word. */
export function nameProblem(name: string): string | null {
  const trimmed = name.trim();
  if (trimmed === '') return 'Enter a name.';
  if (trimmed.length > NAME_MAX_LENGTH) return `Use at most ${NAME_MAX_LENGTH} characters.`;
  return null;
}
