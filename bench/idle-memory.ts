import type { BenchContext } from './bench-context.ts';
import type { Figure } from './figure.ts';
import { memoryOfHome, untilQuiet } from './process-load.ts';

const MORE = 20;

/** Memory of every process of a server with one idle project, and what 20 more idle projects add. */
export async function measureIdleMemory({ api, basalt }: BenchContext): Promise<Figure[]> {
  await api.createProject('Bench memory');
  await untilQuiet(basalt.home);
  const sizes = await memoryOfHome(basalt.home);
  const one = total(sizes);
  const parts = Object.entries(sizes)
    .map(([name, size]) => `${name} ${size.toFixed(0)}`)
    .join(', ');
  for (let i = 0; i < MORE; i++) await api.createProject(`Bench memory ${i}`);
  await untilQuiet(basalt.home);
  const more = total(await memoryOfHome(basalt.home)) - one;
  const note = `proportional set size: ${parts}`;
  return [
    { name: 'memory, platform and 1 idle project', value: one, unit: 'MB', target: 300, note },
    { name: `memory, ${MORE} more idle projects`, value: more, unit: 'MB', target: 400 },
  ];
}

function total(sizes: Record<string, number>): number {
  return Object.values(sizes).reduce((sum, size) => sum + size, 0);
}
