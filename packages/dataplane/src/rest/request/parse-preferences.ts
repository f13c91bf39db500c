import { Memo } from './memo.ts';
import type { Preferences } from './rest-request.ts';

const NONE: Preferences = {
  return: null,
  count: null,
  resolution: null,
  missing: null,
  tx: null,
  handling: null,
  timezone: null,
  maxAffected: null,
  unknown: [],
};

const CHOICES = {
  return: ['minimal', 'headers-only', 'representation'],
  count: ['exact', 'planned', 'estimated'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  tx: ['commit', 'rollback'],
  handling: ['lenient', 'strict'],
} as const satisfies Partial<Record<keyof Preferences, readonly string[]>>;

const ROWS = /^[0-9]{1,15}$/;

const known = new Memo<Preferences>();

/** The `Prefer` header; several headers have been joined with commas. The first of each kind counts. */
export function parsePreferences(header: string | undefined): Preferences {
  if (header === undefined || header === '') return NONE;
  return known.get(header) ?? known.keep(header, readPreferences(header));
}

function readPreferences(header: string): Preferences {
  const found: Record<string, unknown> = {};
  const unknown: string[] = [];
  for (const part of header.split(',')) {
    const preference = part.trim();
    if (preference === '') continue;
    const value = readPreference(preference);
    if (value === null) unknown.push(preference);
    else if (!(value.name in found)) found[value.name] = value.value;
  }
  return { ...NONE, ...found, unknown };
}

function readPreference(preference: string): { name: keyof Preferences; value: unknown } | null {
  const [name = '', value = ''] = splitOnce(preference, '=');
  if (name === 'timezone' && value !== '') return { name, value };
  if (name === 'max-affected' && ROWS.test(value)) return { name: 'maxAffected', value: Number(value) };
  if (!Object.hasOwn(CHOICES, name)) return null;
  const choices: readonly string[] = CHOICES[name as keyof typeof CHOICES];
  return choices.includes(value) ? { name: name as keyof typeof CHOICES, value } : null;
}

function splitOnce(text: string, separator: string): string[] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
