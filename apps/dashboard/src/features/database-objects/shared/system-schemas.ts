import { keeperOfSchema } from '@basalt/contract';

/** Why something in a schema is not changed here; null when it can be. */
export function systemReason(schema: string): string | null {
  const keeper = keeperOfSchema(schema);
  return keeper === null ? null : `The schema ${schema} belongs to ${keeper}. It is read-only here.`;
}
