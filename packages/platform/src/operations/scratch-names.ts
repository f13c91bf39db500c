/** Scratch clusters of operations are named after what they are for and the operation, so that forgotten ones are found. */
const USES = ['restore', 'new', 'upgrade', 'reset', 'merge', 'mask'] as const;

export function scratchOf(use: (typeof USES)[number], operationId: string): string {
  return `${use}-${operationId.slice(0, 8)}`;
}

const OF_OPERATION = new RegExp(`^(?:${USES.join('|')})-([0-9a-f]{8})$`);

/** Whether nobody will come back for a scratch cluster: one of a verification, or of an operation that is over. */
export function isForgotten(scratch: string, runningOperations: readonly string[]): boolean {
  if (scratch.startsWith('verify-')) return true;
  const operation = OF_OPERATION.exec(scratch)?.[1];
  return operation !== undefined && !runningOperations.some((id) => id.startsWith(operation));
}
