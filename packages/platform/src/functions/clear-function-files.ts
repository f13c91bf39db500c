import type { Dependencies } from '../kernel/dependencies.ts';
import { lockProject } from '../projects/lock-project.ts';
import { keptDigests } from './store.ts';

type Parts = Pick<Dependencies, 'db' | 'functionFiles' | 'log'>;

const EVERY_MS = 3_600_000;

/**
 * Deletes files that no version of a project's functions is made of. They only take room, so a failure is logged and tried again
 * later.
 */
export async function clearFunctionFiles({ db, functionFiles, log }: Parts, ref: string): Promise<void> {
  try {
    const project = await db.selectFrom('projects').select('id').where('ref', '=', ref).executeTakeFirst();
    if (project === undefined) return await functionFiles.removeAll(ref);
    await db.transaction().execute(async (transaction) => {
      // Whoever puts a version into service finds its files there, or gone, and not going.
      await lockProject(transaction, project.id);
      await functionFiles.keepOnly(ref, await keptDigests(transaction, project.id));
    });
  } catch (error) {
    log('warn', { ref, err: error }, 'files of former functions could not be removed');
  }
}

/** Clears what a killed process has left, and from then on, once an hour, what nobody has put into service. */
export async function startClearingFunctionFiles(parts: Parts): Promise<{ stop(): Promise<void> }> {
  const { functionFiles, log } = parts;
  const warn = (error: unknown) =>
    log('warn', { err: error }, 'files of functions could not be looked through');
  let isStopped = false;
  const clearAll = async () => {
    for (const ref of await functionFiles.refs()) if (!isStopped) await clearFunctionFiles(parts, ref);
  };
  await functionFiles.sweep().catch(warn);
  let atWork = clearAll().catch(warn);
  const timer = setInterval(() => {
    atWork = atWork.then(clearAll).catch(warn);
  }, EVERY_MS).unref();
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await atWork;
    },
  };
}
