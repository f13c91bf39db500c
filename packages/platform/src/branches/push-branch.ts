import type { NamedChange, PushBranchInput } from '@basalt/contract';
import { readMigrations } from '@basalt/postgres/catalog';
import { readDatabase } from '../database/read-database.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { beginOperation } from '../operations/begin-operation.ts';
import { assertMay } from '../projects/policy.ts';
import { getProject } from '../projects/store.ts';
import { readBase, readPrints } from './branch-base.ts';
import { compareWithPast } from './compare-projects.ts';
import { compareParts, countOf, pick } from './parts/compare-parts.ts';
import { assertSettingsFit } from './parts/exchange-parts.ts';
import {
  type PartKind,
  type Parts,
  type Prints,
  readParts,
  type SomeParts,
  settingKey,
} from './parts/parts.ts';
import { getBranch } from './store.ts';

/** The newest of the project's history. */
const MOST_MIGRATIONS = 1_000;

/**
 * Begins to bring what a project has changed to its branch, which keeps what it has changed itself: what leads from the schema that both had
 * to that of the project, as one migration, and functions, secrets and settings that only the project has changed. Answers the operation's id,
 * which works on the branch.
 * @throws PlatformError `forbidden`, `not_found`; `conflict` when there is nothing to bring, when it is not known what both had, or, with
 * `field` `accepted_risks`, when it takes rows away and that was not accepted, or with `field` `settings` when settings would not go together; else as `compareProjects`
 */
export async function pushBranch(
  dependencies: Dependencies,
  actor: Actor,
  { branch_id_or_ref, migration_version, accepted_risks = [], ...chosen }: PushBranchInput,
  signal?: AbortSignal,
): Promise<string> {
  const { db, secrets } = dependencies;
  const { project, branch, parent, role } = await getBranch(db, actor, branch_id_or_ref);
  for (const ability of ['manage_branches', 'run_sql', 'deploy_functions'] as const) assertMay(ability, role);
  const base = await readBase(db, branch.id);
  if (base === null)
    throw new PlatformError(
      'conflict',
      'What the project was when the branch was made is not known. Reset the branch to make it what the project is now.',
    );
  const { project: source } = await getProject(db, actor, parent.ref);
  const { difference, schema } = await compareWithPast(dependencies, base, source, { keeps: true, signal });
  const [theirs, ours, prints] = await Promise.all([
    readParts(db, secrets, source.id),
    readParts(db, secrets, project.id),
    readPrints(db, branch.id),
  ]);
  const parts = newerParts(theirs, ours, prints, chosen);
  if (difference.statements.length + countOf(parts) === 0)
    throw new PlatformError('conflict', 'The branch is up to date: the project has not changed.');
  if (parts.settings.length > 0) assertMay('update_api_config', role);
  assertSettingsFit(ours, parts.settings);
  const isHarmful = difference.statements.some(({ risks }) => risks.includes('data_loss'));
  if (isHarmful && !accepted_risks.includes('data_loss'))
    throw new PlatformError(
      'conflict',
      'The project has dropped something, and rows of the branch go with it. Name this risk in accepted_risks: data_loss.',
      { field: 'accepted_risks', details: { risks: ['data_loss'] } },
    );
  const history = await readDatabase(dependencies, actor, source.ref, (client) =>
    readMigrations(client, { limit: MOST_MIGRATIONS, offset: 0 }),
  );
  return beginOperation(dependencies, project.id, 'push_branch', actor.email, {
    input: { source_id: source.id },
    prepare: async (transaction, operationId) =>
      void (await transaction
        .insertInto('branch_merges')
        .values({
          operation_id: operationId,
          project_id: project.id,
          branch_id: branch.id,
          branch_name: branch.name,
          direction: 'push',
          started_by: actor.accountId,
          from_schema: difference.from,
          to_schema: difference.to,
          settings: JSON.stringify(difference.settings),
          statements: JSON.stringify(difference.statements.map(({ sql }) => sql)),
          parts: secrets.seal(JSON.stringify(parts)),
          history: JSON.stringify(history.map(({ version, name }) => ({ version, name }))),
          migration_version: migration_version ?? null,
          next_base: schema === null ? null : Buffer.from(schema),
        })
        .execute()),
  });
}

/** What the project has changed and the branch has as both had it; what the branch has changed itself it keeps. */
function newerParts(
  project: Parts,
  branch: Parts,
  base: Prints | null,
  chosen: Pick<PushBranchInput, PartKind>,
): SomeParts {
  const changes = compareParts(project, branch, base);
  const among = (kind: PartKind, names: readonly string[]) =>
    names.filter((name) => chosen[kind]?.includes(name) ?? true);
  const isNewer = ({ change, theirs }: NamedChange) => theirs && change !== 'added';
  return pick(project, {
    functions: among('functions', namesOf(changes.functions.filter(isNewer))),
    secrets: among('secrets', namesOf(changes.secrets.filter(isNewer))),
    // One that the project has no more is what a new project has.
    settings: among('settings', changes.settings.filter(({ theirs }) => theirs).map(settingKey)),
  });
}

const namesOf = (changes: readonly NamedChange[]) => changes.map(({ name }) => name);
