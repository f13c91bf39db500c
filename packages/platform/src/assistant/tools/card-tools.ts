import {
  type DisplayEdgeFunctionOutput,
  type DisplayQueryOutput,
  displayName,
  UNTITLED_CHAT,
} from '@basalt/contract';
import { describeWrite, isDestructive } from '@basalt/sql';
import * as z from 'zod';
import { MAX_EXAMINED_LENGTH } from '../../database/assert-confirmed.ts';
import type { ChatRow } from '../chats/store.ts';
import { defineTool } from './assistant-tool.ts';

/** Cards of the chat. They show something; the person runs or deploys it. */
export const CARD_TOOLS = [
  defineTool({
    name: 'display_query',
    group: 'database',
    level: 'disabled',
    description: 'Shows SQL as a card that the person can look at, try and run. Nothing runs by itself.',
    input: z.object({
      label: z.string().min(1).max(200).describe('Two to four words'),
      sql: z.string().min(1).max(100_000),
      view: z.enum(['table', 'chart']).optional(),
      xAxis: z.string().max(63).optional().describe('Column of the X axis of a chart'),
      yAxis: z.string().max(63).optional().describe('Column of the Y axis of a chart'),
    }),
    run: async (_context, { sql }): Promise<DisplayQueryOutput> => {
      if (sql.length > MAX_EXAMINED_LENGTH) return { shown: true, writes: true, destructive: true };
      const { writes, unknownFunctions } = describeWrite(sql);
      return { shown: true, writes: writes || unknownFunctions.length > 0, destructive: isDestructive(sql) };
    },
  }),
  defineTool({
    name: 'display_edge_function',
    group: 'functions',
    level: 'disabled',
    description: 'Shows an edge function as a card that the person can read and deploy.',
    input: z.object({
      name: z
        .string()
        .regex(/^[A-Za-z][A-Za-z0-9_-]{0,127}$/)
        .describe('The slug it is deployed under'),
      title: z.string().min(1).max(200),
      code: z.string().min(1).max(500_000).describe('TypeScript for Deno, the whole of index.ts'),
    }),
    run: async ({ dependencies, access }, { name }): Promise<DisplayEdgeFunctionOutput> => {
      const found = await dependencies.db
        .selectFrom('functions')
        .select('id')
        .where('project_id', '=', access.project.id)
        .where('slug', '=', name)
        .executeTakeFirst();
      return { shown: true, exists: found !== undefined };
    },
  }),
];

/** Names the chat, unless somebody has. */
export function renameTool(chat: ChatRow) {
  return defineTool({
    name: 'rename_chat',
    group: 'account',
    level: 'disabled',
    description: 'Gives this chat a name, in at most five words.',
    input: z.object({ name: z.string().min(1).max(200) }),
    run: async ({ dependencies }, { name }) => {
      const { numUpdatedRows } = await dependencies.db
        .updateTable('assistant_chats')
        .set({ name: displayName.parse(name.replace(/\s+/g, ' ')) })
        .where('id', '=', chat.id)
        .where('name', '=', UNTITLED_CHAT)
        .executeTakeFirstOrThrow();
      return { renamed: numUpdatedRows > 0n };
    },
  });
}
