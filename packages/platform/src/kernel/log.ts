/** Writes one structured line. Fields never hold secrets. */
export type Log = (
  level: 'debug' | 'info' | 'warn' | 'error',
  fields: Record<string, unknown>,
  message: string,
) => void;
