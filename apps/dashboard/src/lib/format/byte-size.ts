const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** A size for people, in powers of 1024: `812 B`, `7.6 MB`, `120 MB`. */
export function byteSize(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 1023.5 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1;
  return `${value.toFixed(digits)} ${UNITS[unit]}`;
}
