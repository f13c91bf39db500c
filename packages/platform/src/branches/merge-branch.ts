import type { MergeBranchInput, MergeRisk, NamedChange } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { beginOperation } from '../operations/begin-operation.ts';
import { isKept } from '../projects/own-cluster.ts';
import { assertMay } from '../projects/policy.ts';
import { assertActive, assertCopyable } from './create-branch.ts';
import { type BranchComparison, compareBranch } from './diff-branch.ts';
import { mergeRisksOf } from './merge-risks.ts';
import { countOf, pick } from './parts/compare-parts.ts';
import { assertSettingsFit } from './parts/exchange-parts.ts';
import { settingKey } from './parts/parts.ts';
import { getBranch } from './store.ts';

/**
 * Begins to bring what a branch has changed to its project: what is decided now is what will be done. Answers the operation's id, which
 * works on the project.
 * @throws PlatformError `forbidden`, `not_found`; `conflict` with `field` `hash` when something has changed since it was shown, with
 * `accepted_risks` and the risks as details when one of them was not accepted, without when there is nothing to merge or no room to
 * try it; else as `compareBranch`
 */
export async function mergeBranch(
  dependencies: Dependencies,
  actor: Actor,
  { branch_id_or_ref, hash, accepted_risks = [], migration_version, ...chosen }: MergeBranchInput,
  signal?: AbortSignal,
): Promise<string> {
  const { db, secrets } = dependencies;
  const { role } = await getBranch(db, actor, branch_id_or_ref);
  for (const ability of ['manage_branches', 'run_sql', 'deploy_functions'] as const) assertMay(ability, role);
  if (chosen.settings !== undefined && chosen.settings.length > 0) assertMay('update_api_config', role);
  const comparison = await compareBranch(dependencies, actor, branch_id_or_ref, { signal, keeps: true });
  const { access, source, difference } = comparison;
  if (hash !== undefined && hash !== comparison.hash)
    throw new PlatformError(
      'conflict',
      'The project or the branch has changed since the changes were shown. Look at them again before you merge.',
      { field: 'hash' },
    );
  const parts = partsOf(comparison, chosen);
  if (difference.statements.length + countOf(parts) === 0)
    throw new PlatformError('conflict', 'There is nothing to merge: the branch has changed nothing.');
  const risks = await mergeRisksOf(db, comparison);
  const open = risks.filter((risk) => !accepted_risks.includes(risk));
  if (open.length > 0)
    throw new PlatformError(
      'conflict',
      `The merge ${open.map((risk) => WORDS[risk]).join(', and it ')}. Look at the changes, and name these risks in accepted_risks: ${open.join(', ')}.`,
      { field: 'accepted_risks', details: { risks } },
    );
  assertActive(source);
  // Tried on a copy first, but in Kubernetes.
  if (!isKept(source)) await assertCopyable(dependencies, source);
  return beginOperation(dependencies, source.id, 'merge_branch', actor.email, {
    input: { branch_id: access.branch.id, branch: access.branch.name },
    prepare: async (transaction, operationId) =>
      void (await transaction
        .insertInto('branch_merges')
        .values({
          operation_id: operationId,
          project_id: source.id,
          branch_id: access.branch.id,
          branch_name: access.branch.name,
          started_by: actor.accountId,
          from_schema: difference.from,
          to_schema: difference.to,
          settings: JSON.stringify(difference.settings),
          statements: JSON.stringify(difference.statements.map(({ sql }) => sql)),
          parts: secrets.seal(JSON.stringify(parts)),
          migration_version: migration_version ?? null,
          next_base: comparison.schema === null ? null : Buffer.from(comparison.schema),
        })
        .execute()),
  });
}

/**
 * What was chosen, as the branch has it. What only the project has is not taken from it, but for settings: those have always a value.
 * @throws PlatformError `conflict` for what does not differ, and for settings that do not go together
 */
function partsOf(
  { parts: { branch, project, changes } }: Pick<BranchComparison, 'parts'>,
  chosen: Pick<MergeBranchInput, 'functions' | 'secrets' | 'settings'>,
) {
  const there = (all: readonly NamedChange[]) => all.filter(({ change }) => change !== 'missing');
  const functions =
    chosen.functions ??
    there(changes.functions)
      .filter(({ theirs }) => !theirs)
      .map(({ name }) => name);
  const { secrets = [], settings = [] } = chosen;
  assertAmong(
    'functions',
    functions,
    there(changes.functions).map(({ name }) => name),
  );
  assertAmong(
    'secrets',
    secrets,
    there(changes.secrets).map(({ name }) => name),
  );
  assertAmong('settings', settings, changes.settings.map(settingKey));
  const parts = pick(branch, {
    functions: [...new Set(functions)],
    secrets: [...new Set(secrets)],
    settings: [...new Set(settings)],
  });
  assertSettingsFit(project, parts.settings);
  return parts;
}

function assertAmong(field: string, names: readonly string[], all: readonly string[]): void {
  const strange = names.find((name) => !all.includes(name));
  if (strange !== undefined)
    throw new PlatformError(
      'conflict',
      `The branch has no change of ${strange} among its ${field}. Look at the changes again.`,
      { field },
    );
}

/** What a merge does, as the middle of a sentence. */
const WORDS: Record<MergeRisk, string> = {
  data_loss: 'takes rows, columns or objects away',
  rewrite: 'writes whole tables anew',
  lock: 'locks tables while it lasts',
  project_changed: 'may take back what the project has changed since the branch was made',
  no_way_back: 'cannot be taken back, because point-in-time recovery is switched off for the project',
};
