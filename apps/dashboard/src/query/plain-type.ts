import { isJsonType, isNumericType } from '../ui/data-grid/cell-text.ts';

const PLAIN = /^(bool|boolean|date|time|timetz|timestamp|timestamptz|interval|uuid|inet|cidr)\b/;

/** True for types whose values the database writes itself, so that nobody can hide a formula in them. */
export function isPlainType(type: string): boolean {
  return (isNumericType(type) || isJsonType(type) || PLAIN.test(type)) && !type.endsWith('[]');
}
