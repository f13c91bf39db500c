import { routes } from '../kernel/router-base.ts';
import { listAtFreeLimit } from '../organizations/free-limit.ts';
import { getMembership } from '../organizations/store.ts';
import { getProject, listRemovedProjects } from '../projects/store.ts';
import { keepExitSurvey } from './deletion/exit-survey.ts';
import { eraseProject, presentRemoved, recoverProject } from './deletion/removed-projects.ts';
import { pauseStatusOf, readPauseFacts } from './pause/pause-status.ts';
import { cancelRestore, restoreVersionsOf } from './pause/restore-project.ts';

const { pauseAndDeletion } = routes;

export const pauseAndDeletionRoutes = {
  pauseStatus: pauseAndDeletion.pauseStatus.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor, input.ref);
    const facts = await readPauseFacts(context, project);
    return {
      ...pauseStatusOf({ ...facts, status: project.status, pausedAt: project.paused_at }, new Date()),
      deletion_grace_days: context.settings.deletionGraceDays,
    };
  }),
  restoreVersions: pauseAndDeletion.restoreVersions.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor, input.ref);
    return { available_versions: restoreVersionsOf(project) };
  }),
  v1RestoreVersions: pauseAndDeletion.v1RestoreVersions.handler(async ({ context, input }) => {
    const { project } = await getProject(context.db, context.actor, input.ref);
    return { available_versions: restoreVersionsOf(project) };
  }),
  v1CancelRestore: pauseAndDeletion.v1CancelRestore.handler(({ context, input }) =>
    cancelRestore(context.db, context.actor, input.ref),
  ),
  reachedFreeLimit: pauseAndDeletion.reachedFreeLimit.handler(async ({ context, input }) => {
    const { organization } = await getMembership(context.db, context.actor, input.slug);
    return listAtFreeLimit(context.db, organization.id);
  }),
  downgradeFeedback: pauseAndDeletion.downgradeFeedback.handler(async ({ context, input }) => {
    await keepExitSurvey(context, context.actor, input);
    return {};
  }),
  removed: pauseAndDeletion.removed.handler(async ({ context }) => {
    const accesses = await listRemovedProjects(context.db, context.actor);
    return Promise.all(accesses.map((access) => presentRemoved(access, context.clusters)));
  }),
  recover: pauseAndDeletion.recover.handler(async ({ context, input }) => {
    await recoverProject(context, context.actor, input.ref);
    return {};
  }),
  erase: pauseAndDeletion.erase.handler(async ({ context, input }) => {
    await eraseProject(context, context.actor, input.ref);
    return {};
  }),
};
