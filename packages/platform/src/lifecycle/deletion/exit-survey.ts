import type { Dependencies } from '../../kernel/dependencies.ts';
import type { Database } from '../../kernel/open-database.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Actor } from '../../kernel/ports.ts';
import { getMembership } from '../../organizations/store.ts';
import { assertMay } from '../../projects/policy.ts';
import { getProject, getRemovedProject, type ProjectAccess } from '../../projects/store.ts';

/** Why somebody leaves, as they said it. */
export interface ExitSurvey {
  projectRef?: string | undefined;
  orgSlug?: string | undefined;
  reasons?: string | undefined;
  message?: string | undefined;
  additionalFeedback?: string | undefined;
  exitAction?: string | undefined;
}

/** What a survey is about, looked up and not taken from what was sent. */
interface Subject {
  slug: string;
  ref: string | null;
}

/**
 * Keeps why somebody leaves, from those who may delete the project or change the organization's plan. The project may be
 * deleted already, but not erased. A survey that names neither is dropped. What goes wrong while it is written keeps nobody
 * from leaving.
 * @throws PlatformError `not_found` for what does not exist or is somebody else's, `forbidden` for who may do neither
 */
export async function keepExitSurvey(
  { db, log }: Pick<Dependencies, 'db' | 'log'>,
  actor: Actor,
  survey: ExitSurvey,
): Promise<void> {
  const subject = await findSubject(db, actor, storable(survey.projectRef), storable(survey.orgSlug));
  if (subject === null) return;
  await insertSurvey(db, actor, subject, survey).catch((error: unknown) =>
    log('warn', { err: error }, 'an exit survey could not be kept'),
  );
}

async function findSubject(
  db: Database,
  actor: Actor,
  ref: string | null,
  slug: string | null,
): Promise<Subject | null> {
  if (ref !== null) {
    const { project, organization, role } = await findProject(db, actor, ref);
    const named = slug === null ? null : (await getMembership(db, actor, slug)).organization;
    if (named !== null && named.slug !== organization.slug)
      throw new PlatformError('not_found', `There is no project with the ref ${ref} in this organization.`);
    assertMay('delete_project', role);
    return { slug: organization.slug, ref: project.ref };
  }
  if (slug === null) return null;
  const { organization, role } = await getMembership(db, actor, slug);
  assertMay('amend_subscription', role);
  return { slug: organization.slug, ref: null };
}

/** A project of the account's organizations, be it there or deleted. */
async function findProject(db: Database, actor: Actor, ref: string): Promise<ProjectAccess> {
  try {
    return await getProject(db, actor, ref);
  } catch (error) {
    const removed = await getRemovedProject(db, actor, ref).catch(() => null);
    if (removed === null) throw error;
    return removed;
  }
}

async function insertSurvey(
  db: Database,
  { accountId }: Actor,
  { slug, ref }: Subject,
  survey: ExitSurvey,
): Promise<void> {
  await db
    .insertInto('exit_surveys')
    .values({
      account_id: accountId,
      organization_slug: slug,
      project_ref: ref,
      reasons: storable(survey.reasons),
      feedback: storable([survey.message, survey.additionalFeedback].filter(Boolean).join('\n\n')),
      exit_action: storable(survey.exitAction),
    })
    .execute();
}

/** Text as the database takes it: no NUL, no half characters. Null when there is nothing. */
function storable(text: string | undefined): string | null {
  const clean = text?.replaceAll('\0', '').toWellFormed().trim() ?? '';
  return clean === '' ? null : clean;
}
