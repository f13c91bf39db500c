import type { AiOptInLevel } from '@basalt/contract';
import type { ToolSet } from 'ai';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Actor } from '../../kernel/ports.ts';
import type { ProjectAccess } from '../../projects/store.ts';
import type { ChatRow } from '../chats/store.ts';

export interface ChatToolOptions {
  dependencies: Dependencies;
  actor: Actor;
  access: ProjectAccess;
  chat: ChatRow;
  level: AiOptInLevel;
}

export async function chatTools(_options: ChatToolOptions): Promise<ToolSet> {
  return {};
}

/** The level that what a tool answers needs. */
export function levelOfTool(_name: string): AiOptInLevel {
  return 'disabled';
}
