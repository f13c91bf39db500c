import { toMediaType } from './media-type.ts';
import type { MediaType, Preferences } from './rest-request.ts';

const MAX_KEPT = 256;
const MAX_LENGTH = 512;

/** Keeps what short texts mean, because clients send the same headers again and again. Bounded: it starts anew when full. */
class Memo<T> {
  readonly #kept = new Map<string, T>();

  get(text: string): T | undefined {
    return this.#kept.get(text);
  }

  keep(text: string, value: T): T {
    if (text.length > MAX_LENGTH) return value;
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(text, value);
    return value;
  }
}

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

const knownPreferences = new Memo<Preferences>();

/** The `Prefer` header; several headers have been joined with commas. The first of each kind counts. */
export function parsePreferences(header: string | undefined): Preferences {
  if (header === undefined || header === '') return NONE;
  return knownPreferences.get(header) ?? knownPreferences.keep(header, readPreferences(header));
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

const ANY: readonly MediaType[] = [{ kind: 'any' }];
const MAX_TYPES = 50;

const knownAccepts = new Memo<readonly MediaType[]>();

/** The `Accept` header: what the client likes best comes first, what it refuses (`q=0`) is left out. */
export function parseAccept(header: string | undefined): readonly MediaType[] {
  if (header === undefined || header.trim() === '') return ANY;
  return knownAccepts.get(header) ?? knownAccepts.keep(header, readAccept(header));
}

function readAccept(header: string): MediaType[] {
  return splitOutsideQuotes(header, ',')
    .slice(0, MAX_TYPES)
    .map(readRange)
    .filter(({ name, quality }) => name !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ name, parameters }) => toMediaType(name, parameters));
}

interface MediaRange {
  name: string;
  quality: number;
  parameters: Map<string, string>;
}

/** One type with its parameters; everything lower-cased, values without quotes. */
export function readRange(text: string): MediaRange {
  const [name = '', ...rest] = splitOutsideQuotes(text, ';');
  const parameters = new Map<string, string>();
  for (const part of rest) {
    const equals = part.indexOf('=');
    if (equals === -1) continue;
    const value = part.slice(equals + 1).trim();
    parameters.set(part.slice(0, equals).trim().toLowerCase(), unquoted(value));
  }
  return { name: name.trim().toLowerCase(), quality: readQuality(parameters.get('q')), parameters };
}

function unquoted(value: string): string {
  return value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
}

function readQuality(text: string | undefined): number {
  if (text === undefined) return 1;
  const quality = Number(text);
  return quality >= 0 && quality <= 1 ? quality : 1;
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  if (!text.includes('"')) return text.split(separator);
  const parts: string[] = [];
  let quoted = false;
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') quoted = !quoted;
    else if (character === separator && !quoted) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}
