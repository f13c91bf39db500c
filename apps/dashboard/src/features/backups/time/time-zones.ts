import type { Persisted } from '../../../lib/persisted.ts';
import { zoneOffset } from './wall-time.ts';

/** Browsers still list these under names that their people have given up. */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** The zone this browser's clock is set to. */
export function browserZone(): string {
  return presentName(Intl.DateTimeFormat().resolvedOptions().timeZone);
}

/** The zone in which people read and type times of backups. Null: the browser's. */
export const zonePreference: Persisted<string | null> = {
  topic: 'time-zone',
  fallback: null,
  parse: (stored) => (typeof stored === 'string' && isZone(stored) ? stored : null),
  survivesSignOut: true,
};

/** Whether this browser knows a zone by this name. */
export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Every zone there is by name: the browser's own first, then UTC, then by the alphabet. */
export function listZones(own = browserZone()): string[] {
  const names = Intl.supportedValuesOf('timeZone').map(presentName);
  return [...new Set([presentName(own), 'UTC', ...names.sort((a, b) => a.localeCompare(b, 'en'))])];
}

/** The name in use today, where this browser knows it. */
function presentName(zone: string): string {
  const renamed = RENAMED[zone];
  return renamed !== undefined && isZone(renamed) ? renamed : zone;
}

/** The zones a person may mean: every word typed must occur in the name, or be its offset now such as `+2`. */
export function findZones(zones: readonly string[], typed: string, now: number): string[] {
  const words = typed
    .toLowerCase()
    .split(/[\s_/]+/)
    .filter((word) => word !== '');
  return zones.filter((zone) => {
    const name = zoneLabel(zone).toLowerCase();
    return words.every((word) => name.includes(word) || isOffset(word, zone, now));
  });
}

function isOffset(word: string, zone: string, now: number): boolean {
  const asked = /^(?:utc|gmt)?([+−-])(\d{1,2})(?::?(\d{2}))?$/.exec(word);
  if (asked === null) return false;
  const [, sign, hours, minutes] = asked;
  const size = Number(hours) * 3_600_000;
  const offset = zoneOffset(now, zone);
  if (offset !== 0 && offset < 0 !== (sign !== '+')) return false;
  // Without minutes, +5 finds +05:30 too.
  return minutes === undefined
    ? Math.floor(Math.abs(offset) / 3_600_000) * 3_600_000 === size
    : Math.abs(offset) === size + Number(minutes) * 60_000;
}

/** A zone's name for people: `America/New York`. */
export function zoneLabel(zone: string): string {
  return zone.replaceAll('_', ' ');
}
