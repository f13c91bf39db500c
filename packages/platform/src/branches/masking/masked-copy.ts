import type { NewCluster } from '@basalt/clusters';
import { CopyFailure, copyDatabase, type TransferProgress, withClient } from '@basalt/postgres';
import { followMajor } from '../../backups/recovery/exchange-database.ts';
import { isDiskFull } from '../../kernel/failures.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Step, StepContext } from '../../operations/definition.ts';
import { scratchOf } from '../../operations/scratch-names.ts';
import { toStepProgress } from '../../operations/step-progress.ts';
import { copySource, sourceOf } from '../copy-content.ts';
import { startApart } from '../start-apart.ts';
import { maskRows } from './mask-rows.ts';
import { readRules } from './store.ts';

/** Where the rows are masked. Nobody reaches it but the platform. */
const apartOf = ({ operation }: Pick<StepContext, 'operation'>) => scratchOf('mask', operation.id);

/** A copy with everything in it, which the branch never becomes. */
export async function copyApart(context: StepContext): Promise<void> {
  const ref = apartOf(context);
  if ((await context.clusters.status(ref)) === 'absent')
    await copySource(context, { ref, kind: 'scratch', port: null });
}

/**
 * Makes the branch's database, into which rows come by statements and masked: none of its files, and nothing of its log, ever held anything
 * else. Done again, it begins with a new one.
 */
function fill(target: (context: StepContext) => Pick<NewCluster, 'ref' | 'kind' | 'port'>): Step {
  return {
    name: 'fill-database',
    title: 'Fill the database with the masked rows',
    run: async (context) => {
      const { clusters, project, report, signal } = context;
      const { masked } = await sourceOf(context);
      if (!masked) return;
      const to = target(context);
      await clusters.remove(to.ref);
      const from = await startApart({ clusters, project }, apartOf(context));
      await clusters.create({ ...to, major: await clusters.major(apartOf(context)) });
      const address = await startApart({ clusters, project }, to.ref);
      const onProgress = (progress: TransferProgress) => report(toStepProgress(progress));
      await copyDatabase(from, address, { signal, onProgress }).catch(sayWhere);
      await clusters.stop(to.ref);
      await followMajor(context);
    },
  };
}

function sayWhere(error: unknown): never {
  if (!(error instanceof CopyFailure) || isDiskFull(error)) throw error;
  throw new PlatformError('conflict', `The masked rows do not fit: ${error.message}`, { cause: error });
}

const maskApart: Step = {
  name: 'mask-rows',
  title: 'Mask the rows',
  run: async (context) => {
    const { clusters, db, project, signal } = context;
    const { source, masked } = await sourceOf(context);
    if (!masked) return;
    const rules = await readRules(db, source.id);
    const address = await startApart({ clusters, project }, apartOf(context));
    await withClient(address, (client) => maskRows(client, rules), { signal, answerTimeoutMs: null });
  },
};

const discardApart: Step = {
  name: 'discard-copy',
  title: 'Remove what was not masked',
  run: (context) => context.clusters.remove(apartOf(context)),
};

/** What follows on {@link copyApart}; for other branches nothing. */
export const maskSteps = (
  target: (context: StepContext) => Pick<NewCluster, 'ref' | 'kind' | 'port'>,
): Step[] => [maskApart, fill(target), discardApart];

/** For operations that are taken back. */
export const removeApart = (context: StepContext): Promise<void> => discardApart.run(context);
