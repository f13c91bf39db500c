import { randomUUID } from 'node:crypto';
import type { AuthHook, HookSettings } from '@basalt/project';
import type { AuthContext } from '../../auth-context.ts';
import { AuthError } from '../../errors/auth-error.ts';
import type { Transaction } from '../../store/run-transaction.ts';
import type { JsonObject } from '../../wire/read-body.ts';
import { noteHookCall } from '../log/note-hook-call.ts';
import { callAddress } from './call-address.ts';
import { callFunction } from './call-function.ts';
import { describeTarget, type HookTarget, hookTarget } from './hook-target.ts';
import { readAnswer } from './read-answer.ts';

/** How payloads name the moments. */
const NAMES: Readonly<Record<AuthHook, string>> = {
  before_user_created: 'before-user-created',
  after_user_created: 'after-user-created',
  custom_access_token: 'customize-access-token',
  mfa_verification_attempt: 'mfa-verification',
  password_verification_attempt: 'password-verification',
  send_email: 'send-email',
  send_sms: 'send-sms',
};

/** Where a hook runs: within the caller's transaction, or elsewhere, which may take seconds. Null when it is off. */
export function hookKind({ settings }: AuthContext, hook: AuthHook): HookTarget['kind'] | null {
  const uri = settings.hooks[hook]?.uri;
  return uri === undefined ? null : hookTarget(uri).kind;
}

/**
 * Asks a hook that is on and returns the object that it answered. Only functions of the database may be asked while a transaction
 * is open: a slow server must not hold the few connections of the project.
 * @param tx what the function runs in; default: a transaction of its own
 * @throws {AuthError} what the hook refuses with (`unknown`), or what went wrong with it
 */
export async function callHook(
  context: AuthContext,
  hook: AuthHook,
  payload: JsonObject,
  tx?: Transaction,
): Promise<JsonObject> {
  const settings = context.settings.hooks[hook];
  if (settings === undefined) return {};
  const target = hookTarget(settings.uri);
  const began = performance.now();
  const note = (outcome: 'ok' | 'refused' | 'failed', message: string | null) =>
    noteHookCall(context, {
      called_at: context.now.toISOString(),
      hook,
      target: describeTarget(target),
      outcome,
      message,
      took_ms: Math.round(performance.now() - began),
    });
  try {
    const answer = readAnswer(await ask(context, { hook, settings, target }, payload, tx));
    note('ok', null);
    return answer;
  } catch (error) {
    if (error instanceof AuthError) note(error.code === 'unknown' ? 'refused' : 'failed', sentence(error));
    throw error;
  }
}

interface Asked {
  hook: AuthHook;
  settings: HookSettings;
  target: HookTarget;
}

function ask(
  context: AuthContext,
  { hook, settings, target }: Asked,
  payload: JsonObject,
  tx: Transaction | undefined,
): Promise<unknown> {
  const id = randomUUID();
  const metadata = {
    uuid: id,
    time: context.now.toISOString(),
    name: NAMES[hook],
    ...(context.ip ? { ip_address: context.ip } : {}),
  };
  const whole = { metadata, ...payload };
  if (target.kind === 'function')
    return tx === undefined
      ? context.db.transaction((own) => callFunction(own, target, whole))
      : callFunction(tx, target, whole);
  return context.services.waitingForProviders(context.project.ref, () =>
    callAddress(context, target.address, { id, secrets: settings.secrets, body: JSON.stringify(whole) }),
  );
}

/** What the project's people may read of a failure. What a function raised is theirs. */
function sentence(error: AuthError): string {
  const { cause } = error;
  const own =
    cause instanceof Error && error.message.startsWith('Error running hook') ? `: ${cause.message}` : '';
  return `${error.message}${own}`;
}
