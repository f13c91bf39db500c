import { toMediaType } from './media-type.ts';
import { Memo } from './memo.ts';
import type { MediaType } from './rest-request.ts';

const ANY: readonly MediaType[] = [{ kind: 'any' }];
const MAX_TYPES = 50;

const known = new Memo<readonly MediaType[]>();

/** The `Accept` header: what the client likes best comes first, what it refuses (`q=0`) is left out. */
export function parseAccept(header: string | undefined): readonly MediaType[] {
  if (header === undefined || header.trim() === '') return ANY;
  return known.get(header) ?? known.keep(header, readAccept(header));
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
