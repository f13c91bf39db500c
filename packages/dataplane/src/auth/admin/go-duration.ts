const MS_PER_UNIT: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** Some 292 years: the longest duration that clients of this notation can write. */
const LONGEST_MS = 2 ** 63 / 1e6;

/** Milliseconds of a duration in Go's notation (`24h`, `1h30m`, `1.5s`, `-10m`, `0`); null for anything else. */
export function parseGoDuration(text: string): number | null {
  const [, sign, body = ''] = /^([+-]?)(.*)$/s.exec(text) ?? [];
  if (body === '0') return 0;
  if (!/^(?:(?:\d{1,20}(?:\.\d{0,20})?|\.\d{1,20})(?:ns|us|µs|μs|ms|s|m|h)){1,20}$/.test(body)) return null;
  let total = 0;
  for (const [, number, unit = ''] of body.matchAll(/([\d.]+)([a-zµμ]+)/g)) {
    total += Number(number) * (MS_PER_UNIT[unit] ?? 0);
  }
  if (total > LONGEST_MS) return null;
  return sign === '-' ? -total : total;
}
