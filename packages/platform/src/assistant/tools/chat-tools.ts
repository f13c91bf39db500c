import { type AiOptInLevel, levelIncludes } from '@basalt/contract';
import type { Tool, ToolSet } from 'ai';
import { PlatformError } from '../../kernel/platform-error.ts';
import { assertMay } from '../../projects/policy.ts';
import type { ChatRow } from '../chats/store.ts';
import { READING_TOOLS } from './all-tools.ts';
import type { AssistantTool, ToolContext } from './assistant-tool.ts';
import { CARD_TOOLS, renameTool } from './card-tools.ts';
import { asData, forModel } from './for-model.ts';

const LEVELS = new Map([...READING_TOOLS, ...CARD_TOOLS].map(({ name, level }) => [name, level]));
const CARDS = new Set(CARD_TOOLS.map(({ name }) => name));
/** Calls of tools that one answer may hold. */
const MAX_CALLS = 40;

const WHAT_LEVELS_SHARE: Record<AiOptInLevel, string> = {
  disabled: 'nothing',
  schema: 'the schema of the database',
  schema_and_log: 'logs',
  schema_and_log_and_data: 'rows of the database',
};

/**
 * The tools of one answer. One that needs more than what is shared stays visible and says so, so that the model can tell the person.
 */
export async function chatTools({ chat, ...context }: ToolContext & { chat: ChatRow }): Promise<ToolSet> {
  const budget = { calls: 0 };
  const offered = [...READING_TOOLS, ...CARD_TOOLS, renameTool(chat)];
  return Object.fromEntries(offered.map((tool) => [tool.name, toSdkTool(tool, context, budget)]));
}

/** The level that what a tool answers needs. What is not known needs everything. */
export function levelOfTool(name: string): AiOptInLevel {
  return LEVELS.get(name) ?? (name === 'rename_chat' ? 'disabled' : 'schema_and_log_and_data');
}

function toSdkTool(tool: AssistantTool, context: ToolContext, budget: { calls: number }): Tool {
  const isShared = levelIncludes(context.level, tool.level);
  return {
    description: tool.description,
    inputSchema: tool.input,
    execute: async (input: unknown, { abortSignal }) => {
      budget.calls += 1;
      if (budget.calls > MAX_CALLS)
        throw new Error('There were too many calls of tools in this answer. Answer now.');
      if (!isShared) return { notShared: notShared(tool.level) };
      return runTool(tool, { ...context, signal: abortSignal }, input);
    },
    toModelOutput: ({ output }) => ({
      type: 'text',
      value: CARDS.has(tool.name) ? JSON.stringify(output) : asData(output),
    }),
  };
}

/**
 * Runs a tool with what it was given, as far as whoever asks may, and makes its answer fit to be told.
 * @throws Error with a sentence for the model; what is nobody's to know stays in the log
 */
export async function runTool(tool: AssistantTool, context: ToolContext, input: unknown): Promise<unknown> {
  try {
    assertMay(tool.ability ?? 'read_sql', context.access.role);
    return forModel(await tool.run(context, tool.input.parse(input)));
  } catch (error) {
    if (error instanceof PlatformError) throw new Error(forModel(error.message) as string);
    context.dependencies.log('error', { err: error, tool: tool.name }, 'a tool of the assistant failed');
    throw new Error('The tool failed on our side.');
  }
}

/** Said in place of an answer that is not shared. */
function notShared(level: AiOptInLevel): string {
  return `The organization does not share ${WHAT_LEVELS_SHARE[level]} with the AI provider. Its administrators can change that in the AI settings of the organization.`;
}
