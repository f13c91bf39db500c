import { routes } from '../kernel/router-base.ts';
import { connectRepository, disconnectRepository } from './connect-repository.ts';
import { followProduction } from './follow-production.ts';
import {
  checkBranch,
  connectionOfProject,
  connectionsOfOrganization,
  listGitBranches,
} from './read-connections.ts';

const { gitConnections } = routes;
const NEVER = new AbortController().signal;

export const gitConnectionRoutes = {
  ofOrganization: gitConnections.ofOrganization.handler(({ context, input }) =>
    connectionsOfOrganization(context, context.actor, input.slug),
  ),
  ofProject: gitConnections.ofProject.handler(({ context, input }) =>
    connectionOfProject(context, context.actor, input.ref),
  ),
  connect: gitConnections.connect.handler(({ context, input, signal = NEVER }) =>
    connectRepository(context, context.actor, input, signal),
  ),
  update: gitConnections.update.handler(({ context, input }) =>
    followProduction(context, context.actor, input),
  ),
  disconnect: gitConnections.disconnect.handler(({ context, input }) =>
    disconnectRepository(context, context.actor, input.ref),
  ),
  checkBranch: gitConnections.checkBranch.handler(({ context, input, signal = NEVER }) =>
    checkBranch(context, context.actor, input, signal),
  ),
  listBranches: gitConnections.listBranches.handler(({ context, input, signal = NEVER }) =>
    listGitBranches(context, context.actor, input.connectionId, signal),
  ),
};
