import { routes } from '../kernel/router-base.ts';
import { listChoices, listEntries } from './find-entries.ts';

const { auditLog } = routes;

export const auditLogRoutes = {
  list: auditLog.list.handler(({ context, input: { slug, ...question } }) =>
    listEntries(context, context.actor, slug, question),
  ),
  choices: auditLog.choices.handler(({ context, input }) => listChoices(context, context.actor, input.slug)),
};
