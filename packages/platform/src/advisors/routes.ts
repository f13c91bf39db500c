import { routes } from '../kernel/router-base.ts';
import { ignoreFinding, restoreFinding } from './ignore-finding.ts';
import { countErrors, readAdvice, readLints } from './read-advice.ts';

const { advisors } = routes;

export const advisorRoutes = {
  v1Security: advisors.v1Security.handler(async ({ context, input }) => ({
    lints: await readLints(context, context.actor, input.ref, 'SECURITY'),
  })),
  v1Performance: advisors.v1Performance.handler(async ({ context, input }) => ({
    lints: await readLints(context, context.actor, input.ref, 'PERFORMANCE'),
  })),
  runLints: advisors.runLints.handler(({ context, input }) => readLints(context, context.actor, input.ref)),
  report: advisors.report.handler(({ context, input }) =>
    readAdvice(context, context.actor, input.ref, input.fresh ?? false),
  ),
  counts: advisors.counts.handler(({ context, input }) => countErrors(context, context.actor, input.ref)),
  ignore: advisors.ignore.handler(async ({ context, input }) => {
    await ignoreFinding(context, context.actor, input);
    return { ignored: true as const };
  }),
  restore: advisors.restore.handler(async ({ context, input }) => {
    await restoreFinding(context, context.actor, input);
    return { ignored: false as const };
  }),
};
