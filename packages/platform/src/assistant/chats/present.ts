import type { AiChat, AiMessage } from '@basalt/contract';
import type { ChatRow, MessageRow } from './store.ts';

export function presentChat(
  { id, name, created_at, updated_at }: ChatRow,
  messageCount: number,
  isAnswering: boolean,
): AiChat {
  return {
    id,
    name,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    message_count: messageCount,
    is_answering: isAnswering,
  };
}

export function presentMessage(
  row: MessageRow,
  results: Record<string, Record<string, unknown>[]> = {},
): AiMessage {
  return {
    id: row.message_id,
    role: row.role,
    parts: row.parts,
    metadata: {
      createdAt: row.created_at.toISOString(),
      state: row.state,
      ...(row.error !== null && { error: row.error }),
      ...(row.level !== null && { grant: row.level }),
      ...(row.model !== null && { model: row.model }),
      ...(row.input_tokens !== null && { inputTokens: row.input_tokens }),
      ...(row.output_tokens !== null && { outputTokens: row.output_tokens }),
      ...(Object.keys(results).length > 0 && { results }),
    },
  };
}
