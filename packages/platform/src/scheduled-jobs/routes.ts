import { routes } from '../kernel/router-base.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { createJob, removeJob, runJob, updateJob } from './change-jobs.ts';
import { explainSchedule, getJob, listJobs, listRuns } from './read-jobs.ts';

const { scheduledJobs } = routes;

export const scheduledJobRoutes = {
  list: scheduledJobs.list.handler(({ context, input }) => listJobs(context, context.actor, input.ref)),
  get: scheduledJobs.get.handler(({ context, input }) => getJob(context, context.actor, input.ref, input.id)),
  create: scheduledJobs.create.handler(({ context, input }) => createJob(context, context.actor, input)),
  update: scheduledJobs.update.handler(({ context, input }) => updateJob(context, context.actor, input)),
  remove: scheduledJobs.remove.handler(({ context, input }) =>
    removeJob(context, context.actor, input.ref, input.id),
  ),
  run: scheduledJobs.run.handler(({ context, input }) => runJob(context, context.actor, input.ref, input.id)),
  listRuns: scheduledJobs.listRuns.handler(({ context, input: { ref, ...filter } }) =>
    listRuns(context, context.actor, ref, filter),
  ),
  readSchedule: scheduledJobs.readSchedule.handler(async ({ context, input }) => {
    await permittedProject(context.db, context.actor, input.ref, 'read_sql');
    return explainSchedule(input.schedule);
  }),
};
