import { quoteLiteral } from '@basalt/sql';
import type { RequestContext } from './request-context.ts';

/** As whom and for which HTTP request SQL runs. */
export interface CallerContext extends RequestContext {
  role: string;
  /** What SQL sees in `request.jwt.claims`. */
  claimsJson: string;
  /** The claim `sub`; empty if there is none. */
  subject: string;
}

/** One statement that makes a transaction the caller's, and the values that are the same in each request. */
export interface CallerSettings {
  /** Sets what `callerValues` gives, then `values`. */
  readOnlySql: string;
  readWriteSql: string;
  values: readonly string[];
}

/** Settings whose values come with each request, in the order of `callerValues`. */
const REQUEST_SETTINGS = [
  'role',
  'request.jwt.claims',
  'request.jwt.claim.sub',
  'request.headers',
  'request.cookies',
  'request.method',
  'request.path',
] as const;

/**
 * The statement that sets role, claims and request for one transaction. It ends with the transaction, so the connection, which
 * logs in as `authenticator`, is nobody's again.
 * @param fixed further settings by name, whose values no request changes
 */
export function callerSettings(fixed: readonly (readonly [name: string, value: string])[]): CallerSettings {
  const names = [...REQUEST_SETTINGS, ...fixed.map(([name]) => name)];
  const calls = names.map((name, index) => `set_config(${quoteLiteral(name)}, $${index + 1}, true)`);
  return {
    readOnlySql: settingAll([...calls, `set_config('transaction_read_only', 'on', true)`]),
    readWriteSql: settingAll(calls),
    values: fixed.map(([, value]) => value),
  };
}

/**
 * The values of one request, those of `settings` included.
 * @param subject what SQL sees in `request.jwt.claim.sub`: the caller's, or empty where SQL shall read the claims
 */
export function callerValues({ values }: CallerSettings, context: CallerContext, subject: string): string[] {
  return [
    context.role,
    context.claimsJson,
    subject,
    context.headersJson,
    context.cookiesJson,
    context.method,
    context.path,
    ...values,
  ];
}

/** Around the calls, so that the server does not send back all that it was just told: some kilobytes with every request. */
function settingAll(calls: readonly string[]): string {
  return `select from (select ${calls.join(', ')}) as settings`;
}
