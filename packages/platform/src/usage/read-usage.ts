import { MAX_USAGE_DAYS, type OrganizationUsage, type Usage } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { getMembership } from '../organizations/store.ts';
import { getProject, listProjects } from '../projects/store.ts';
import { listMeasuredBefore, listUsageDays, type UsageDay } from './store.ts';
import { monthOf, sumUsage } from './sum-usage.ts';

interface Span {
  from?: string | undefined;
  to?: string | undefined;
}

const DAY_MS = 86_400_000;

/** What a project used, day by day. @throws PlatformError `not_found`; `bad_request` for days in the wrong order or too many */
export async function readProjectUsage(
  { db }: Pick<Dependencies, 'db'>,
  actor: Actor,
  { ref, ...asked }: { ref: string } & Span,
): Promise<Usage> {
  const { project } = await getProject(db, actor, ref);
  const span = spanOf(asked);
  const { rows, before } = await readDays(db, [project.id], span);
  return sumUsage(rows, before, span);
}

/**
 * What those projects of an organization used that the caller may see, together and each.
 * @throws PlatformError as {@link readProjectUsage}
 */
export async function readOrganizationUsage(
  { db }: Pick<Dependencies, 'db'>,
  actor: Actor,
  { slug, project_ref, ...asked }: { slug: string; project_ref?: string | undefined } & Span,
): Promise<OrganizationUsage> {
  const { organization: whole } = await getMembership(db, actor, slug);
  const span = spanOf(asked);
  const projects = (await listProjects(db, actor, { withBranches: true })).flatMap(
    ({ project, organization }) => (organization.slug === whole.slug ? [project] : []),
  );
  const { rows, before } = await readDays(
    db,
    projects.map(({ id }) => id),
    span,
  );
  const own = (days: readonly UsageDay[], id: number) => days.filter(({ projectId }) => projectId === id);
  const wanted = projects.find(({ ref }) => ref === project_ref);
  if (project_ref !== undefined && wanted === undefined)
    throw new PlatformError('not_found', `There is no project with the ref ${project_ref}.`);
  const together =
    wanted === undefined
      ? sumUsage(rows, before, span)
      : sumUsage(own(rows, wanted.id), own(before, wanted.id), span);
  return {
    ...together,
    projects: projects
      .map(({ id, ref, name }) => ({
        ref,
        name,
        total: sumUsage(own(rows, id), own(before, id), span).total,
      }))
      .sort((one, other) => (other.total.requests ?? 0) - (one.total.requests ?? 0)),
  };
}

/** What {@link sumUsage} takes, of several projects. */
export async function readDays(
  db: Database,
  projectIds: readonly number[],
  { from, to }: { from: string; to: string },
): Promise<{ rows: UsageDay[]; before: UsageDay[] }> {
  const month = monthOf(from);
  const [rows, before] = await Promise.all([
    listUsageDays(db, projectIds, { from: month, to }),
    listMeasuredBefore(db, projectIds, month),
  ]);
  return { rows, before };
}

function spanOf(asked: Span): { from: string; to: string } {
  const to = asked.to ?? new Date().toISOString().slice(0, 10);
  const from = asked.from ?? monthOf(to);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) throw new PlatformError('bad_request', 'from: must not be later than to.', { field: 'from' });
  if (days > MAX_USAGE_DAYS)
    throw new PlatformError('bad_request', `from: must be less than ${MAX_USAGE_DAYS} days before to.`, {
      field: 'from',
    });
  return { from, to };
}
