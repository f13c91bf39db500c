import type { PostgresConfig } from '@basalt/contract';

/** As PostgreSQL reads them from its command line. */
export function toServerParameters(config: PostgresConfig): Record<string, string> {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value),
    ]),
  );
}
