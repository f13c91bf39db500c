import type { FastifyInstance } from 'fastify';
import type { AuthContext } from '../auth-context.ts';
import type { AuthServices } from '../auth-services.ts';
import { AuthError } from '../errors/auth-error.ts';
import { notify } from '../messages/notify.ts';
import { guessCode } from '../rate-limits/count-guess.ts';
import { audit } from '../store/audit-log.ts';
import type { Transaction } from '../store/run-transaction.ts';
import { isUuid, readBody } from '../wire/read-body.ts';
import { challengeFactor } from './challenge/challenge-factor.ts';
import { enrollFactor, readEnrolment } from './enroll/enroll-factor.ts';
import { type FactorActor, requireFactorActor } from './require-factor-actor.ts';
import { deleteFactor, findFactor } from './store/factor-rows.ts';
import { lowerSessions } from './store/session-levels.ts';
import { limitAttempts } from './verify/limit-attempts.ts';
import { announceAttempt, judgeProof, readProof, verifyFactor } from './verify/verify-factor.ts';

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
    return await guessCode(context, async () => {
      const judged = { ...proof, judgement: await judgeProof(context, actor, proof) };
      await announceAttempt(context, actor, judged);
      return context.db.transaction((tx) => verifyFactor(context, tx, actor, judged));
    });
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

/**
 * Takes a factor away from its user; sessions it had raised fall back. Throws `mfa_factor_not_found`, and
 * `insufficient_aal` (422) when the factor counts and the session has not proved one.
 */
async function unenrollFactor(
  context: AuthContext,
  tx: Transaction,
  { user, session }: FactorActor,
  factorId: string,
): Promise<void> {
  const factor = await findFactor(tx, user.id, factorId);
  if (!factor) throw new AuthError('mfa_factor_not_found');
  if (factor.status === 'verified' && session.aal !== 'aal2') {
    const message = 'AAL2 required to unenroll verified factor';
    throw new AuthError('insufficient_aal', message, { status: 422 });
  }
  await deleteFactor(tx, factor.id);
  await lowerSessions(tx, context.now, factor.id);
  await audit(context, tx, 'factor_unenrolled', user, { factor_id: factor.id, factor_status: factor.status });
  // One that was never verified was never told of.
  if (factor.status === 'verified')
    notify(context, tx, 'mfa_factor_unenrolled', user, { FactorType: factor.factor_type });
}
