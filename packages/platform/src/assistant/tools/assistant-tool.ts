import type { AiOptInLevel, AiToolGroup, ProjectAbility } from '@basalt/contract';
import type * as z from 'zod';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Actor } from '../../kernel/ports.ts';
import type { ProjectAccess } from '../../projects/store.ts';

/** What a tool works with: for whom, and on which project. */
export interface ToolContext {
  dependencies: Dependencies;
  actor: Actor;
  access: ProjectAccess;
  /** What may be told to whoever asked. */
  level: AiOptInLevel;
  signal?: AbortSignal | undefined;
}

/** Something that a model can read. None of them changes anything. */
export interface AssistantTool<Input extends z.ZodObject = z.ZodObject> {
  name: string;
  group: AiToolGroup;
  /** The level of the opt-in that its answer needs. */
  level: AiOptInLevel;
  /** What whoever asks must be allowed to do with the project. Reading its schema is what every tool takes (`read_sql`). */
  ability?: ProjectAbility;
  description: string;
  input: Input;
  /** @throws PlatformError with a sentence that the model is told */
  run(context: ToolContext, input: z.output<Input>): Promise<unknown>;
}

/** Keeps the input of `run` as its schema says. */
export function defineTool<Input extends z.ZodObject>(tool: AssistantTool<Input>): AssistantTool {
  return tool as unknown as AssistantTool;
}
