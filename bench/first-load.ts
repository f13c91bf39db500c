import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Figure } from './figure.ts';

const run = promisify(execFile);

/** Bytes of script and style, gzipped, until the list of projects is shown. */
export async function measureFirstLoad(): Promise<Figure[]> {
  const script = path.join(import.meta.dirname, '../apps/dashboard/build/check-size.ts');
  const { stdout } = await run(process.execPath, [script, '--json']);
  const figures = JSON.parse(stdout) as { name: string; size: number; limit: number }[];
  const [first] = figures;
  if (first === undefined) throw new Error('The size of the dashboard is not known.');
  return [
    {
      name: first.name,
      value: first.size / 1_000,
      unit: 'kB',
      target: first.limit / 1_000,
      note: 'script and style, gzip',
    },
  ];
}
