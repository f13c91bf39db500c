import type { AiMessageMetadata } from '@basalt/contract';
import type { UIMessage } from 'ai';
import type { AttachedSnippet } from '../../../lib/ask-assistant.ts';

/** A message as the panel shows it. Messages that are only here yet have no metadata. */
export type ChatMessage = UIMessage<AiMessageMetadata>;

/** A message's id, as the server takes it. */
export function newMessageId(): string {
  return `msg-${crypto.randomUUID()}`;
}

/** What somebody wrote, with what was attached as parts of their own, as the server keeps it. */
export function questionParts(
  text: string,
  snippets: readonly AttachedSnippet[],
): { type: 'text'; text: string }[] {
  const attached = snippets
    .map(({ name, content }) => `\n\nAttached${name ? ` (${name})` : ''}:\n\`\`\`sql\n${content}\n\`\`\``)
    .join('');
  return [{ type: 'text', text }, ...(attached === '' ? [] : [{ type: 'text' as const, text: attached }])];
}

/** The words of a message, without what is attached. */
export function wordsOf({ parts, role }: ChatMessage): string {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return role === 'user' ? (texts[0] ?? '') : texts.join('\n\n');
}

/** What was attached to a question, as Markdown; empty when nothing was. */
export function attachedOf({ parts }: ChatMessage): string {
  return parts
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .slice(1)
    .join('');
}
