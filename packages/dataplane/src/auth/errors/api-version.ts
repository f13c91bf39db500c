import type { FastifyRequest } from 'fastify';

/** The version of the API that has codes as text in its errors. */
export type ApiVersion = '2024-01-01';

const NAMED: ApiVersion = '2024-01-01';

/** The version that a client asks for with its header; null for the one before versions had names. */
export function apiVersion({ headers }: Pick<FastifyRequest, 'headers'>): ApiVersion | null {
  const asked = headers['x-supabase-api-version'];
  // Versions are dates: whoever knows a later one knows this one.
  return typeof asked === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(asked) && asked >= NAMED ? NAMED : null;
}
