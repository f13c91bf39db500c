import { withClient } from '@basalt/postgres';
import { recordChange } from '../kernel/audit/audited.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { readyDatabase } from '../project-cluster/ready-database.ts';
import { SUPERUSER_ROLE } from '../project-cluster/roles.ts';
import { assertMay } from '../projects/policy.ts';
import { getProject } from '../projects/store.ts';
import { rememberParts } from './branch-base.ts';
import { partsIn } from './merge-store.ts';
import { pick } from './parts/compare-parts.ts';
import { exchangeParts, namesOf, tellOfDataApi } from './parts/exchange-parts.ts';
import { type PartKind, type Parts, PRINT, readParts, type SomeParts } from './parts/parts.ts';
import { getBranch } from './store.ts';

/**
 * Makes functions, secrets and settings of a project what they were before a merge. What somebody has changed since is left as it is,
 * and its names are answered. The database has a way of its own: the restore point of the merge.
 * @throws PlatformError `forbidden`, `not_found`, `conflict` when there is nothing to return
 */
export async function returnParts(
  dependencies: Dependencies,
  actor: Actor,
  { branch_id_or_ref, merge_id }: { branch_id_or_ref: string; merge_id: string },
): Promise<string[]> {
  const { db, secrets, log, untilServed } = dependencies;
  const { branch, parent, role } = await getBranch(db, actor, branch_id_or_ref);
  for (const ability of ['manage_branches', 'deploy_functions'] as const) assertMay(ability, role);
  const { project } = await getProject(db, actor, parent.ref);
  const merge = await findMerge(dependencies, branch.id, merge_id);
  const [became, former] = [partsIn(merge, secrets), partsIn({ parts: merge.former_parts }, secrets)];
  if (became.settings.length > 0) assertMay('update_api_config', role);
  const foreseen = stillThere(await readParts(db, secrets, project.id), became, former);
  if (foreseen.settings.some(([key]) => key.startsWith('data_api.'))) {
    const target = await readyDatabase(dependencies, project, SUPERUSER_ROLE);
    await withClient(target, (client) => tellOfDataApi(client, foreseen.settings));
  }
  const returned = await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('branch_merges')
      .set({ parts_returned_at: new Date() })
      .where('operation_id', '=', merge_id)
      .where('parts_returned_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw alreadyReturned();
    const back = stillThere(await readParts(transaction, secrets, project.id), became, former);
    await exchangeParts(dependencies, transaction, project, back, actor.accountId);
    // What the branch has is a change of its own again, which a push must not take from it.
    await rememberParts(transaction, branch.id, back);
    await recordChange(transaction, { projectRef: project.ref, after: namesOf(back) });
    return back;
  });
  log(
    'info',
    { ref: project.ref, merge: merge_id, account: actor.accountId },
    'parts of a merge were returned',
  );
  await untilServed(project.ref);
  const [all, done] = [namesOf(became), namesOf(returned)];
  return (Object.keys(all) as PartKind[]).flatMap((kind) =>
    all[kind].filter((name) => !done[kind].includes(name)),
  );
}

async function findMerge({ db }: Pick<Dependencies, 'db'>, branchId: string, id: string) {
  const merge = await db
    .selectFrom('branch_merges')
    .innerJoin('operations', 'operations.id', 'branch_merges.operation_id')
    .selectAll('branch_merges')
    .select('operations.state')
    .where('operation_id', '=', id)
    .where('branch_merges.branch_id', '=', branchId)
    .where('direction', '=', 'merge')
    .executeTakeFirst();
  if (merge === undefined) throw new PlatformError('not_found', 'There is no such merge of this branch.');
  if (merge.state === 'running') throw new PlatformError('conflict', 'The merge is still at work.');
  if (merge.parts_returned_at !== null) throw alreadyReturned();
  if (merge.former_parts === null)
    throw new PlatformError('conflict', 'This merge has changed no functions, secrets or settings.');
  return merge;
}

function alreadyReturned(): PlatformError {
  return new PlatformError('conflict', 'What this merge brought has been taken back already.');
}

/** Of what a merge has made, what still is so, as it was before. */
function stillThere(present: Parts, became: SomeParts, former: SomeParts): SomeParts {
  const now = pick(present, namesOf(became));
  const of = <K extends PartKind>(kind: K): SomeParts[K] => {
    const same = new Set(
      now[kind].flatMap(([name, is], index) =>
        PRINT[kind](is as never) === PRINT[kind](became[kind][index]?.[1] as never) ? [name] : [],
      ),
    );
    return former[kind].filter(([name]) => same.has(name)) as SomeParts[K];
  };
  return { functions: of('functions'), secrets: of('secrets'), settings: of('settings') };
}
