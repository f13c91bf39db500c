import type { Actor } from '../access/authorize.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Database } from '../kernel/open-database.ts';

/** Why somebody leaves, as they said it. */
export interface ExitSurvey {
  projectRef?: string | undefined;
  orgSlug?: string | undefined;
  reasons?: string | undefined;
  message?: string | undefined;
  additionalFeedback?: string | undefined;
  exitAction?: string | undefined;
}

/**
 * Keeps what a member of the organization said. The project is gone from sight by then, which does not matter. What is said
 * about somebody else's organization is dropped, and nothing that goes wrong here keeps anybody from leaving.
 */
export async function keepExitSurvey(
  { db, log }: Pick<Dependencies, 'db' | 'log'>,
  actor: Actor,
  survey: ExitSurvey,
): Promise<void> {
  await insertSurvey(db, actor, survey).catch((error: unknown) =>
    log('warn', { err: error }, 'an exit survey could not be kept'),
  );
}

async function insertSurvey(db: Database, actor: Actor, survey: ExitSurvey): Promise<void> {
  const { orgSlug, projectRef } = survey;
  const concerned = await db
    .selectFrom('organization_members')
    .innerJoin('organizations', 'organizations.id', 'organization_members.organization_id')
    .leftJoin('projects', (join) =>
      join
        .onRef('projects.organization_id', '=', 'organizations.id')
        .on('projects.ref', '=', storable(projectRef) ?? ''),
    )
    .select(['organizations.slug', 'projects.ref'])
    .where('organization_members.account_id', '=', actor.accountId)
    .where((eb) =>
      eb.or([eb('organizations.slug', '=', storable(orgSlug) ?? ''), eb('projects.ref', 'is not', null)]),
    )
    .executeTakeFirst();
  if (concerned === undefined) return;
  await db
    .insertInto('exit_surveys')
    .values({
      account_id: actor.accountId,
      organization_slug: concerned.slug,
      // An erased project cannot be looked up any more; its ref is kept as it was said.
      project_ref: concerned.ref ?? storable(projectRef),
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
