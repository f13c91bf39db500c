const FULL = new Set(['disk_full', 'ENOSPC', 'EDQUOT', '53100']);

/** Whether an error only says that a disk is full: ours, that of a database, or of the platform's own. */
export function isDiskFull(error: unknown): boolean {
  return FULL.has(String((error as { code?: unknown } | null)?.code ?? ''));
}
