import type { AssistantTool } from './assistant-tool.ts';
import { DATABASE_TOOLS } from './database-tools.ts';
import { DOCS_TOOLS } from './docs-tools.ts';
import { executeSql } from './execute-sql.ts';
import { PROJECT_TOOLS } from './project-tools.ts';

/** Everything that can be read, by the chat and over MCP alike. */
export const READING_TOOLS: readonly AssistantTool[] = [
  ...DATABASE_TOOLS,
  executeSql,
  ...PROJECT_TOOLS,
  ...DOCS_TOOLS,
];
