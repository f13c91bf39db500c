import type { FastifyInstance } from 'fastify';
import type { AuthServices } from '../auth-services.ts';
import { AuthError } from '../errors/auth-error.ts';
import { guessCode } from '../rate-limits/count-guess.ts';
import { readBody } from '../wire/read-body.ts';
import { isUuid } from '../wire/uuid.ts';
import { challengeFactor } from './challenge/challenge-factor.ts';
import { enrollFactor, readEnrolment } from './enroll/enroll-factor.ts';
import { requireFactorActor } from './require-factor-actor.ts';
import { unenrollFactor } from './unenroll-factor.ts';
import { limitAttempts } from './verify/limit-attempts.ts';
import { readProof, verifyFactor } from './verify/verify-factor.ts';

interface FactorPath {
  Params: { id: string };
}

/** Second factors: enrolling, proving and taking them away. */
export function registerFactorRoutes(app: FastifyInstance, services: AuthServices): void {
  app.post('/factors', async (request) => {
    const { context, actor } = await requireFactorActor(services, request);
    const enrolment = readEnrolment(readBody(request), context.settings);
    return await context.db.transaction((tx) => enrollFactor(context, tx, actor, enrolment));
  });

  app.post<FactorPath>('/factors/:id/challenge', async (request) => {
    const { context, actor } = await requireFactorActor(services, request);
    const id = factorId(request.params);
    const channel = readBody(request).text('channel') ?? 'sms';
    if (channel !== 'sms' && channel !== 'whatsapp') {
      throw new AuthError('validation_failed', 'channel needs to be sms or whatsapp');
    }
    return await context.db.transaction((tx) => challengeFactor(context, tx, actor, id, channel));
  });

  app.post<FactorPath>('/factors/:id/verify', async (request) => {
    const { context, actor } = await requireFactorActor(services, request);
    const proof = readProof(factorId(request.params), readBody(request));
    limitAttempts(context, actor.user.id, proof.factorId);
    return await guessCode(context, () =>
      context.db.transaction((tx) => verifyFactor(context, tx, actor, proof)),
    );
  });

  app.delete<FactorPath>('/factors/:id', async (request) => {
    const { context, actor } = await requireFactorActor(services, request);
    const id = factorId(request.params);
    await context.db.transaction((tx) => unenrollFactor(context, tx, actor, id));
    return { id };
  });
}

function factorId({ id }: FactorPath['Params']): string {
  if (isUuid(id)) return id.toLowerCase();
  throw new AuthError('validation_failed', 'factor_id must be an UUID', { status: 404 });
}
