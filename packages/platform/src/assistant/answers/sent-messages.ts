import { type AiMessagePart, type AiOptInLevel, levelIncludes } from '@basalt/contract';
import type { MessageRow } from '../chats/store.ts';

/** Messages that go to the model, the newest. */
const SENT_MESSAGES = 20;
/** Characters of all of them: the oldest are left out first. The last one always goes. */
const SENT_CHARACTERS = 400_000;

/** A message as the package `ai` reads it. */
export interface SentMessage {
  role: 'user' | 'assistant';
  parts: AiMessagePart[];
}

/**
 * What of a conversation is told to the model. What was read under a level that is not granted any more is left out, and so is what
 * a message is kept with.
 * @param rows the newest first
 * @param neededFor the level that the answers of a tool need
 */
export function messagesToSend(
  rows: readonly MessageRow[],
  level: AiOptInLevel,
  neededFor: (tool: string) => AiOptInLevel,
): SentMessage[] {
  const sent: SentMessage[] = [];
  let characters = 0;
  for (const row of rows.slice(0, SENT_MESSAGES)) {
    const parts = row.parts
      .filter(({ type }) => type === 'text' || type.startsWith('tool-') || type === 'step-start')
      .map((part) => withheld(part, level, neededFor));
    characters += JSON.stringify(parts).length;
    if (sent.length > 0 && characters > SENT_CHARACTERS) break;
    if (parts.some(({ type }) => type !== 'step-start')) sent.unshift({ role: row.role, parts });
  }
  // A conversation begins with the person.
  while (sent[0]?.role === 'assistant') sent.shift();
  return sent;
}

function withheld(
  part: AiMessagePart,
  level: AiOptInLevel,
  neededFor: (tool: string) => AiOptInLevel,
): AiMessagePart {
  if (!part.type.startsWith('tool-')) return part;
  if (levelIncludes(level, neededFor(part.type.slice('tool-'.length)))) return part;
  const { output: _, errorText: __, ...rest } = part;
  return part.state === 'output-error'
    ? { ...rest, errorText: 'This is not shared any more.' }
    : { ...rest, ...('output' in part && { output: { withheld: 'This is not shared any more.' } }) };
}
