import { type BenchContext, until } from './bench-context.ts';
import type { Figure } from './figure.ts';
import { memoryOfHome, processorTimeOfHome, untilQuiet } from './process-load.ts';

const PROJECTS = 50;
const SECONDS = 60;

/** What our own processes do, and how large the platform's is, while many projects do nothing. Leaves them running. */
export async function measureIdleLoad({ api, basalt }: BenchContext): Promise<Figure[]> {
  const refs: string[] = [];
  for (let i = 0; i < PROJECTS; i++) refs.push((await api.createProject(`Bench idle ${i}`)).ref);
  const isVerified = async (ref: string) => {
    const { body } = await api.request('GET', `/platform/database/${ref}/backups`);
    return (body as { backups: { verified_at: string | null }[] }).backups[0]?.verified_at != null;
  };
  // A new project's first backup is verified a minute after its creation, one project after the other.
  const patience = { patience: 20 * 60_000, every: 1_000 };
  for (const ref of refs) await until('The verification of a first backup', () => isVerified(ref), patience);
  await untilQuiet(basalt.home);
  // A helper process counts with all that it has ever done once it has ended, and the last one ends after ten idle seconds.
  await new Promise((done) => setTimeout(done, 15_000));
  const before = await processorTimeOfHome(basalt.home);
  await new Promise((done) => setTimeout(done, SECONDS * 1_000));
  const after = await processorTimeOfHome(basalt.home);
  const share = (kind: string) => (100 * ((after[kind] ?? 0) - (before[kind] ?? 0))) / SECONDS;
  const parts = Object.keys(after)
    .map((kind) => `${kind} ${share(kind).toFixed(2)}`)
    .join(', ');
  const ours = Object.keys(after).filter((kind) => kind !== 'postgres');
  const memory = (await memoryOfHome(basalt.home)).platform ?? 0;
  return [
    {
      name: `a processor's time for ${PROJECTS} idle projects`,
      value: ours.reduce((sum, kind) => sum + share(kind), 0),
      unit: '%',
      target: 1,
      note: parts,
    },
    {
      name: `memory of the platform process with ${PROJECTS} projects`,
      value: memory,
      unit: 'MB',
      target: 250,
    },
  ];
}
