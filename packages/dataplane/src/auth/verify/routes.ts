import type { FastifyInstance } from 'fastify';
import { authContext } from '../auth-context.ts';
import type { AuthServices } from '../auth-services.ts';
import { limitClient } from '../rate-limits/check-limits.ts';
import { guessCode } from '../rate-limits/guess-code.ts';
import { readBody } from '../wire/read-body.ts';
import { followLink } from './follow-link.ts';
import { readLinkRequest } from './read-link-request.ts';
import { readVerifyRequest } from './read-verify-request.ts';
import { verify } from './verify.ts';

export function registerVerifyRoutes(app: FastifyInstance, services: AuthServices): void {
  app.post('/verify', async (request, reply) => {
    const context = authContext(services, request);
    limitClient(context, 'verify');
    const proof = readVerifyRequest(readBody(request));
    const answer = await guessCode(context, () => verify(context, proof));
    reply.header('cache-control', 'no-store');
    return answer;
  });

  // No HEAD: programs that only look at links would use them up.
  app.get('/verify', { exposeHeadRoute: false }, async (request, reply) => {
    const context = authContext(services, request);
    limitClient(context, 'verify');
    const address = await followLink(context, readLinkRequest(context, request));
    return reply.header('cache-control', 'no-store').redirect(address, 303);
  });
}
