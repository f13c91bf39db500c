import type { AuditEntry, AuditOutcome } from '@basalt/contract';
import type { StatusTone } from '../../ui/status/status-look.ts';

export const OUTCOMES: Record<AuditOutcome, { label: string; tone: StatusTone; title?: string }> = {
  succeeded: { label: 'Succeeded', tone: 'ok' },
  failed: { label: 'Failed', tone: 'danger' },
  unknown: {
    label: 'Unknown',
    tone: 'idle',
    title: 'It is still going on, or Basalt was stopped before it ended.',
  },
};

/** What was changed, as far as the entry names it; null when it does not. */
export function subjectOf({ request, before, after }: AuditEntry): string | null {
  const known = { ...request, ...before, ...after };
  for (const field of ['name', 'email', 'slug', 'function_slug', 'schema', 'id', 'account_id']) {
    const value = known[field];
    if (typeof value === 'string' || typeof value === 'number') return String(value);
  }
  return null;
}

export interface ChangedField {
  name: string;
  before: unknown;
  after: unknown;
}

/** The fields of an entry: with what was there before where that is known, and as they were asked for where it is not. */
export function changedFields({ request, before, after }: AuditEntry): {
  isCompared: boolean;
  fields: ChangedField[];
} {
  const isCompared = before !== null || after !== null;
  const [old, fresh] = isCompared ? [before ?? {}, after ?? {}] : [{}, request];
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])];
  return { isCompared, fields: names.map((name) => ({ name, before: old[name], after: fresh[name] })) };
}

/** A value as text; null for one that is not there. */
export function valueText(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
