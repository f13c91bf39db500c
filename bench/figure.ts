/** One line of the result. */
export interface Figure {
  name: string;
  value: number;
  unit: 'ms' | 'MB' | 'kB' | 'times' | '%';
  /** The most it may be; null when it is only shown. */
  target: number | null;
  /** What was measured beside it, in a few words. */
  note?: string;
}

/** The value that `share` (0 to 1) of the samples do not exceed. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new Error('There are no samples.');
  return value;
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5);
}

export function isMet({ value, target }: Figure): boolean {
  return target === null || value <= target;
}

/** The figures as a table for a terminal. */
export function table(figures: readonly Figure[]): string {
  const head = ['figure', 'value', 'target', '', ''];
  const rows = figures.map((figure) => [
    figure.name,
    show(figure.value, figure.unit),
    figure.target === null ? '-' : `<= ${show(figure.target, figure.unit)}`,
    figure.target === null ? '' : isMet(figure) ? 'pass' : 'FAIL',
    figure.note ?? '',
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd();
  return [head, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('\n');
}

function show(value: number, unit: Figure['unit']): string {
  return unit === 'times' ? `${value.toFixed(2)} x` : `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`;
}
