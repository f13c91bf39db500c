import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Figure } from './figure.ts';

const run = promisify(execFile);

/** Bytes of script and style, gzipped, until the list of projects is shown. */
export async function measureFirstLoad(): Promise<Figure[]> {
  const [first] = await pageSizes();
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

/** Bytes, gzipped, and how many there may be: of the first load, then of each part that is loaded later. */
export async function pageSizes(): Promise<{ name: string; size: number; limit: number }[]> {
  const script = path.join(import.meta.dirname, '../apps/dashboard/build/check-size.ts');
  const { stdout } = await run(process.execPath, [script, '--json']);
  return JSON.parse(stdout);
}
