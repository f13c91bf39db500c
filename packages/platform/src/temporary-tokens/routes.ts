import { routes } from '../kernel/router-base.ts';
import { createToken } from './create-token.ts';

const { temporaryTokens } = routes;

export const temporaryTokenRoutes = {
  create: temporaryTokens.create.handler(({ context, input }) => createToken(context, context.actor, input)),
};
