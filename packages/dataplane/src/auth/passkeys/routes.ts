import type { FastifyInstance } from 'fastify';
import { authContext } from '../auth-context.ts';
import type { AuthServices } from '../auth-services.ts';
import { requireCaptcha } from '../captcha/require-captcha.ts';
import { AuthError } from '../errors/auth-error.ts';
import { limitClient } from '../rate-limits/check-limits.ts';
import { audit } from '../store/audit-log.ts';
import { isUuid, readBody } from '../wire/read-body.ts';
import { presentNewPasskey, presentPasskey } from './present-passkey.ts';
import { readCeremony, readName } from './read-ceremony.ts';
import { beginRegistration, finishRegistration } from './register-passkey.ts';
import { checkPasskeysEnabled, checkProvedFactor, requirePasskeyActor } from './require-passkey-actor.ts';
import { beginSignIn, finishSignIn } from './sign-in.ts';
import { deletePasskey, listPasskeys, renamePasskey } from './store/passkey-rows.ts';

interface PasskeyPath {
  Params: { id: string };
}

/** Passkeys: making them, signing in with them, and what their owner does with them. */
export function registerPasskeyRoutes(app: FastifyInstance, services: AuthServices): void {
  app.post('/passkeys/registration/options', async (request) =>
    beginRegistration(await requirePasskeyActor(services, request)),
  );

  app.post('/passkeys/registration/verify', async (request) => {
    const context = await requirePasskeyActor(services, request);
    return presentNewPasskey(await finishRegistration(context, readCeremony(readBody(request))));
  });

  app.post('/passkeys/authentication/options', async (request) => {
    checkPasskeysEnabled(request);
    const context = authContext(services, request);
    limitClient(context, 'passkey_options');
    await requireCaptcha(context, request, readBody(request));
    return beginSignIn(context);
  });

  app.post('/passkeys/authentication/verify', async (request, reply) => {
    checkPasskeysEnabled(request);
    const context = authContext(services, request);
    limitClient(context, 'passkey_verify');
    reply.header('cache-control', 'no-store');
    return finishSignIn(context, readCeremony(readBody(request)));
  });

  app.get('/passkeys', async (request) => {
    const { db, actor } = await requirePasskeyActor(services, request);
    return (await listPasskeys(db, actor.user.id)).map(presentPasskey);
  });

  app.patch<PasskeyPath>('/passkeys/:id', async (request) => {
    const context = await requirePasskeyActor(services, request);
    const { user } = context.actor;
    const id = passkeyId(request.params.id);
    const name = readName(readBody(request));
    return context.db.transaction(async (tx) => {
      const passkey = await renamePasskey(tx, context.now, { userId: user.id, id, name });
      if (!passkey) throw passkeyNotFound();
      await audit(context, tx, 'passkey_updated', user, { passkey_id: id });
      return presentPasskey(passkey);
    });
  });

  app.delete<PasskeyPath>('/passkeys/:id', async (request, reply) => {
    const context = await requirePasskeyActor(services, request);
    const { user } = context.actor;
    const id = passkeyId(request.params.id);
    await context.db.transaction(async (tx) => {
      await checkProvedFactor(context, tx);
      if (!(await deletePasskey(tx, user.id, id))) throw passkeyNotFound();
      await audit(context, tx, 'passkey_deleted', user, { passkey_id: id });
    });
    return reply.status(204).send();
  });
}

/** The id of a passkey in a path. Throws `validation_failed` with 404 for what cannot be one. */
export function passkeyId(text: string): string {
  if (!isUuid(text)) throw passkeyNotFound();
  return text.toLowerCase();
}

export function passkeyNotFound(): AuthError {
  return new AuthError('validation_failed', 'Passkey not found', { status: 404 });
}
