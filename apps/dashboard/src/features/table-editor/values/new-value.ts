import type { GridColumn } from '@basalt/contract';

/** What a cell is to become: a text as PostgreSQL reads it, NULL, or what the column's default says. */
export type NewValue = string | null | { readonly default: true };
export const DEFAULT: NewValue = { default: true };

export function isDefault(value: NewValue | undefined): value is { readonly default: true } {
  return typeof value === 'object' && value !== null;
}

/** Whether there is something that the column's default says. */
export function canBeDefault({ default_value, identity, is_generated }: GridColumn): boolean {
  return !is_generated && (default_value !== null || identity !== null);
}
