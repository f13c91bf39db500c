import type { RowReach } from '@basalt/contract';

/** What a policy says about a row, in a word. */
export const ANSWERS = {
  true: { label: 'True', tone: 'ok' },
  false: { label: 'False', tone: 'warn' },
  null: { label: 'Null', tone: 'warn' },
  error: { label: 'Error', tone: 'danger' },
} as const satisfies Record<RowReach['policies'][number]['result'], { label: string; tone: string }>;

/** Why somebody sees a row, or does not, in a sentence. */
export function reachText(reach: RowReach, words: string): string {
  const { is_found, is_seen, is_rls_active, missing_privilege, policies } = reach;
  if (!is_found) return 'There is no row with this key, for anybody.';
  if (missing_privilege === 'schema') return `${words} has no right to use the schema of this table.`;
  if (missing_privilege === 'table') return `${words} has no right to read this table (SELECT).`;
  if (!is_rls_active) return `${words} sees this row: row level security does not apply to it here.`;
  if (is_seen) return `${words} sees this row: a policy lets it through.`;
  if (policies.some(({ result }) => result === 'error'))
    return `${words} does not see this row: a policy fails, and with it whatever reads the table.`;
  if (!policies.some(({ kind }) => kind === 'permissive'))
    return `${words} does not see this row: no policy lets this role read.`;
  if (policies.some(({ kind, result }) => kind === 'restrictive' && result !== 'true'))
    return `${words} does not see this row: a restrictive policy keeps it back.`;
  return `${words} does not see this row: no policy lets it through.`;
}
