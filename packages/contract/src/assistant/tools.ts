import type { AiOptInLevel } from './opt-in.ts';

/** Cards of the chat: tools that show something, and leave running and deploying it to the person. */
export interface DisplayQueryInput {
  /** Two to four words. */
  label: string;
  sql: string;
  view?: 'table' | 'chart' | undefined;
  xAxis?: string | undefined;
  yAxis?: string | undefined;
}

export interface DisplayQueryOutput {
  shown: true;
  /** Cannot be shown to only read: the person is asked before it runs. */
  writes: boolean;
  /** Deletes or overwrites what is there: a restore point is offered. */
  destructive: boolean;
}

export interface DisplayEdgeFunctionInput {
  /** The slug it is deployed under. */
  name: string;
  title: string;
  code: string;
}

export interface DisplayEdgeFunctionOutput {
  shown: true;
  /** A function of that name is there: deploying replaces it. */
  exists: boolean;
}

/** What `execute_sql` answers: read by the read-only role in a transaction that is undone. */
export interface ExecuteSqlOutput {
  columns: string[];
  rows: Record<string, unknown>[];
  /** Of all rows; those over the limit are not in `rows`. */
  rowCount: number;
  truncated: boolean;
  /** The level that it was read under. */
  grant: AiOptInLevel;
}

/** Tools by group, as `features=` of the MCP endpoint names them. The chat has all that are marked. */
export const AI_TOOL_GROUPS = [
  'account',
  'database',
  'debugging',
  'development',
  'docs',
  'functions',
  'storage',
] as const;
export type AiToolGroup = (typeof AI_TOOL_GROUPS)[number];

/** Parts of a message that the panel draws as cards; every other tool is a line that says what was read. */
export const AI_CARD_TOOLS = ['display_query', 'display_edge_function', 'execute_sql'] as const;
