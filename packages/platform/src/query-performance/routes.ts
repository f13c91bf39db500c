import { routes } from '../kernel/router-base.ts';
import { explainRecorded } from './explain-recorded.ts';
import { forgetStatements, getStatement, listStatements } from './recorded-statements.ts';
import { tryAdvice } from './try-advice.ts';

const { queryPerformance } = routes;

export const queryPerformanceRoutes = {
  list: queryPerformance.list.handler(({ context, input }) => listStatements(context, context.actor, input)),
  get: queryPerformance.get.handler(({ context, input }) => getStatement(context, context.actor, input)),
  explain: queryPerformance.explain.handler(({ context, input, signal }) =>
    explainRecorded(context, context.actor, input, signal),
  ),
  tryIndex: queryPerformance.tryIndex.handler(({ context, input, signal }) =>
    tryAdvice(context, context.actor, input, signal),
  ),
  reset: queryPerformance.reset.handler(async ({ context, input }) => {
    await forgetStatements(context, context.actor, input.ref);
    return { reset: true as const };
  }),
};
