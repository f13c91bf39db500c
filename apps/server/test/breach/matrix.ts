export type Verdict = 'held' | 'broken' | 'not separated' | 'not applicable';

/** What came of every attempt in every operation, to be printed at the end. */
export class BreachMatrix {
  readonly #cells = new Map<string, Map<string, Verdict>>();

  /** @param column major version and who looked after the clusters */
  write(attempt: string, operation: string, column: string, verdict: Verdict): void {
    const row = `${operation}: ${attempt}`;
    const cells = this.#cells.get(row) ?? new Map<string, Verdict>();
    cells.set(column, verdict);
    this.#cells.set(row, cells);
  }

  printed(): string {
    const columns = [...new Set([...this.#cells.values()].flatMap((cells) => [...cells.keys()]))].sort();
    const lines = [...this.#cells].map(([row, cells]) => [
      row,
      ...columns.map((column) => cells.get(column) ?? '-'),
    ]);
    const table = [['operation: attempt', ...columns], ...lines.sort()];
    const widths = columns.map((_, n) => Math.max(...table.map((line) => line[n + 1]?.length ?? 0)));
    const rowWidth = Math.max(...table.map(([row]) => row?.length ?? 0));
    const text = table.map(([row = '', ...cells]) =>
      [row.padEnd(rowWidth), ...cells.map((cell, n) => cell.padEnd(widths[n] ?? 0))].join('  ').trimEnd(),
    );
    return [...text, '', this.#summary()].join('\n');
  }

  #summary(): string {
    const all = [...this.#cells.values()].flatMap((cells) => [...cells.values()]);
    const kinds: Verdict[] = ['held', 'broken', 'not separated', 'not applicable'];
    return kinds.map((kind) => `${all.filter((verdict) => verdict === kind).length} ${kind}`).join(', ');
  }
}
