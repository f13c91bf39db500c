import { openBackupStore, settleBackupStore } from './backups/open-backup-store.ts';
import { beginRestore, restoreInstallation } from './backups/restore-installation.ts';
import { runCommand, UsageError } from './command-options.ts';
import { readConfig } from './config.ts';
import { openHome } from './home.ts';
import { lockHome } from './home-lock.ts';
import { askOperator, untilOver } from './operator/ask-operator.ts';
import { progressLine } from './operator/tell-progress.ts';
import { withClusters } from './with-clusters.ts';

/** `restore`: brings one project back to a backup or a moment, or a whole installation from a bucket into an empty data folder. */

const HELP = `basalt restore <ref> --at <moment> [--json]   the database of a project as it was then, 2026-05-04T12:30:00Z
basalt restore <ref> --backup <id> [--json]   as it was when this backup was taken ("basalt backup --list <ref>")
basalt restore --from s3://bucket/prefix      a whole installation, from its backups, into an empty BASALT_HOME

A project is restored in place by the Basalt that runs, together with its settings; what was there is kept, and can
be put back on the page of its backups. Stopped half-way, it goes on.
An installation is restored while none runs, and not started. Stopped half-way, say the same again.

Ends with 0 when it is done, 1 when it is not, 2 for wrong options.`;

interface Wish {
  at: string | undefined;
  backup: string | undefined;
  json: boolean;
}

async function restoreProject(ref: string, { at, backup, json }: Wish): Promise<number> {
  if ((at === undefined) === (backup === undefined))
    throw new UsageError('Say either which backup to restore (--backup) or which moment (--at).');
  if (backup !== undefined && !/^\d{1,15}$/.test(backup))
    throw new UsageError(`--backup takes the number of a backup, not ${backup}.`);
  if (
    at !== undefined &&
    (!/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(at) || Number.isNaN(Date.parse(at)))
  )
    throw new UsageError(`--at takes a moment with its time zone, such as 2026-05-04T12:30:00Z, not ${at}.`);
  const config = readConfig(process.env);
  const target = at === undefined ? { backup: Number(backup) } : { at: new Date(at).toISOString() };
  const { operation_id } = await askOperator<{ operation_id: string }>(
    config,
    'POST',
    `restore/${ref}`,
    target,
  );
  const line = progressLine(ref);
  const { state, reason } = await untilOver(config, operation_id, line.tell).finally(line.end);
  if (json) console.log(JSON.stringify({ ref, ...target, state, reason }));
  else if (state === 'done') console.log(`${ref} is restored.`);
  else console.error(`${ref} was not restored, and is as it was. ${reason}`);
  return state === 'done' ? 0 : 1;
}

async function restoreHome(from: string): Promise<number> {
  const config = readConfig({ ...process.env, BASALT_RESTORE_FROM: from });
  const home = await openHome(config.home);
  const unlock = await lockHome(home);
  try {
    const restores = await beginRestore(config, home);
    await settleBackupStore(config, home);
    if (!restores) {
      console.log(`${home.path} has been restored already. Start it.`);
      return 0;
    }
    await withClusters('restore', config, home, async ({ clusters, log }) => {
      const { store, elsewhere, close } = await openBackupStore(config, home, log);
      const say = (text: string) => console.log(text);
      await restoreInstallation({ config, home, clusters, store, elsewhere, log, say }).finally(close);
    });
    console.log(
      'Start it now, with BASALT_BACKUPS_S3_BUCKET and BASALT_BACKUPS_S3_PREFIX set to this place.',
    );
    return 0;
  } finally {
    await unlock();
  }
}

const text = { type: 'string' } as const;
await runCommand(
  HELP,
  { at: text, backup: text, from: text, json: { type: 'boolean', default: false } },
  ({ at, backup, from, json }, [ref, ...others]) => {
    if (others.length > 0 || (ref === undefined) === (from === undefined))
      throw new UsageError('Say either which project to restore, or --from and a bucket.');
    if (ref !== undefined) return restoreProject(ref, { at, backup, json });
    if (at !== undefined || backup !== undefined || json)
      throw new UsageError('--from restores everything, in its newest state, and takes no other options.');
    return restoreHome(from ?? '');
  },
);
