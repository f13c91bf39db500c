import { routes } from '../kernel/router-base.ts';
import { getProject } from '../projects/store.ts';
import { stopAnswer } from './answers/answer-message.ts';
import { dryRun } from './dry-run.ts';
import { chooseServer, NO_MODEL } from './model/choose-server.ts';
import { titleSql } from './title-sql.ts';

const { assistant } = routes;

export const assistantRoutes = {
  checkApiKey: assistant.checkApiKey.handler(async ({ context, input: { projectRef } }) => {
    const access = projectRef === undefined ? null : await getProject(context.db, context.actor, projectRef);
    const server = await chooseServer(context, access?.project.organization_id ?? null);
    return server === null
      ? { hasKey: false, message: NO_MODEL }
      : { hasKey: true, model: server.model, provider: server.provider };
  }),
  title: assistant.title.handler(({ context, input }) => titleSql(context, context.actor, input)),
  dryRun: assistant.dryRun.handler(({ context, input, signal }) =>
    dryRun(context, context.actor, input, signal),
  ),
  stop: assistant.stop.handler(async ({ context, input }) => ({
    stopped: await stopAnswer(context, context.actor, input.chat_id),
  })),
};
