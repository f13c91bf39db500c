import type { OperatedOperation } from '@basalt/platform';

/** Says on stderr how far something is: in place on a terminal, else one line for each step. */
export function progressLine(what: string): { tell(operation: OperatedOperation): void; end(): void } {
  const { stderr } = process;
  let last = '';
  return {
    tell({ step, done_bytes, total_bytes }) {
      const share =
        stderr.isTTY && done_bytes !== null && total_bytes
          ? ` ${Math.min(100, Math.floor((100 * done_bytes) / total_bytes))} %`
          : '';
      const line = `${what}: ${step ?? 'begins'}${share}`;
      if (line === last) return;
      last = line;
      stderr.write(stderr.isTTY ? `\r\x1b[K${line}` : `${line}\n`);
    },
    end() {
      if (stderr.isTTY && last !== '') stderr.write('\r\x1b[K');
    },
  };
}
