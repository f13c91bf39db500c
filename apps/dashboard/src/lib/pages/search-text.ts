import { defaultStringifySearch } from '@tanstack/react-router';

/**
 * The search part of an address. A list of texts is written as its parameter again and again (`sort=a:asc&sort=b:desc`), which is
 * how the parser reads it; everything else as the router does.
 */
export function searchText(search: Record<string, unknown>): string {
  const single: Record<string, unknown> = {};
  const repeated = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (!isTextList(value)) single[key] = value;
    // One alone is read like any text.
    else if (value.length === 1) single[key] = value[0];
    else for (const text of value) repeated.append(key, text);
  }
  const first = defaultStringifySearch(single);
  if (repeated.size === 0) return first;
  return first === '' ? `?${repeated}` : `${first}&${repeated}`;
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
