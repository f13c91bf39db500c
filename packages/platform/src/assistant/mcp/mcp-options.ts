import { AI_TOOL_GROUPS, type AiToolGroup } from '@basalt/contract';
import { PlatformError } from '../../kernel/platform-error.ts';

/** What the address of the endpoint asks for. */
export interface McpOptions {
  /** Null: all projects of the account, and tools name the one they mean. */
  projectRef: string | null;
  readOnly: boolean;
  groups: ReadonlySet<AiToolGroup>;
}

/**
 * Reads `?project_ref=…&features=database,docs&read_only=false`. Without `read_only` nothing can be changed.
 * @throws PlatformError `bad_request` for what it does not know
 */
export function readMcpOptions(query: Record<string, unknown>): McpOptions {
  const { project_ref: ref, read_only: readOnly = 'true', features, ...rest } = query;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined)
    throw wrong(unknown, 'is not known. There are project_ref, features and read_only');
  if (ref !== undefined && (typeof ref !== 'string' || !/^[a-z]{20}$/.test(ref)))
    throw wrong('project_ref', 'must be 20 lower-case letters');
  if (readOnly !== 'true' && readOnly !== 'false') throw wrong('read_only', 'must be true or false');
  const names = typeof features === 'string' && features !== '' ? features.split(',') : null;
  if (features !== undefined && typeof features !== 'string') throw wrong('features', 'must be given once');
  for (const name of names ?? [])
    if (!(AI_TOOL_GROUPS as readonly string[]).includes(name))
      throw wrong('features', `must be some of ${AI_TOOL_GROUPS.join(', ')}; "${name.slice(0, 40)}" is none`);
  const projectRef = ref ?? null;
  const offered = AI_TOOL_GROUPS.filter((group) => names === null || names.includes(group));
  // One project has no accounts.
  const groups = new Set(offered.filter((group) => projectRef === null || group !== 'account'));
  return { projectRef, readOnly: readOnly === 'true', groups };
}

function wrong(field: string, must: string): PlatformError {
  return new PlatformError('bad_request', `${field}: ${must}.`, { field });
}
