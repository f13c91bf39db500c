import type { ProjectRow } from '../kernel/schema.ts';

/** Whether the database takes no writes because its disk is too full, and nobody has lifted that for now. */
export function isReadOnly(
  { read_only_since, read_only_lifted_until }: Pick<ProjectRow, 'read_only_since' | 'read_only_lifted_until'>,
  now = new Date(),
): boolean {
  return read_only_since !== null && (read_only_lifted_until === null || read_only_lifted_until <= now);
}
