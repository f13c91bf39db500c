import type { LintReport } from '@basalt/postgres/advisors';
import { expect, test } from 'vitest';
import { KeptLintReports } from './kept-reports.ts';

const report = (name: string): LintReport => ({ findings: [], failed: [], truncated: [name] });
const namesOf = ({ report: { truncated } }: { report: LintReport }) => truncated[0];

test('keeps a report as long as it is asked for', async () => {
  let now = 0;
  const reports = new KeptLintReports(() => now);
  const read = async (maxAge: number, name: string) =>
    namesOf(await reports.read('a', maxAge, async () => report(name)));
  expect(await read(100, 'first')).toBe('first');
  now = 99;
  expect(await read(100, 'second')).toBe('first');
  expect(await read(50, 'third')).toBe('third');
  now = 199;
  expect(await read(100, 'fourth')).toBe('fourth');
});

test('shares a run, but not with whoever wants to know what is so now', async () => {
  const reports = new KeptLintReports();
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const read = (maxAge: number, name: string) =>
    reports
      .read('a', maxAge, async () => {
        started.push(name);
        await new Promise<void>((resolve) => ends.push(resolve));
        return report(name);
      })
      .then(namesOf);
  const asked = [read(0, 'one'), read(1_000, 'shares'), read(0, 'two'), read(0, 'waits with two')];
  await expect.poll(() => started).toEqual(['one']);
  ends.shift()?.();
  await expect.poll(() => started).toEqual(['one', 'two']);
  ends.shift()?.();
  expect(await Promise.all(asked)).toEqual(['one', 'one', 'two', 'two']);
});

test('a run that failed leaves nothing behind', async () => {
  const reports = new KeptLintReports();
  await expect(reports.read('a', 0, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(namesOf(await reports.read('a', 1_000, async () => report('again')))).toBe('again');
});
