import { routes } from '../kernel/router-base.ts';
import { endIdle, readConnections } from './connections.ts';
import { endRunning } from './end-running.ts';
import { listRunning } from './list-running.ts';
import { readReport } from './read-report.ts';
import { requestExport } from './request-export.ts';

const { databaseQueries } = routes;

export const databaseQueryRoutes = {
  running: databaseQueries.running.handler(({ context, input }) =>
    listRunning(context, context.actor, input.ref),
  ),
  cancel: databaseQueries.cancel.handler(({ context, input }) =>
    endRunning(context, context.actor, 'cancel', input),
  ),
  terminate: databaseQueries.terminate.handler(({ context, input }) =>
    endRunning(context, context.actor, 'terminate', input),
  ),
  connections: databaseQueries.connections.handler(({ context, input }) =>
    readConnections(context, context.actor, input.ref),
  ),
  endIdle: databaseQueries.endIdle.handler(({ context, input }) => endIdle(context, context.actor, input)),
  exportCsv: databaseQueries.exportCsv.handler(({ context, input }) =>
    requestExport(context, context.actor, input),
  ),
  report: databaseQueries.report.handler(({ context, input }) =>
    readReport(context, context.actor, input.ref),
  ),
};
