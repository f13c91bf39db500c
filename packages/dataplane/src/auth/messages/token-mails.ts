import type { TokenMailKind } from '@basalt/project';
import type { VerifyLinkType } from '../mail/verify-link.ts';
import type { AuthMethod } from '../sessions/auth-method.ts';
import type { OneTimeTokenType } from '../store/one-time-tokens.ts';

interface TokenMail {
  kind: TokenMailKind;
  token: OneTimeTokenType;
  link: VerifyLinkType;
  /** How a session counts as begun that a code from this mail's link gives. */
  method: AuthMethod;
}

/** The mails that let somebody in. */
export const TOKEN_MAILS = {
  signup: { kind: 'confirmation', token: 'confirmation_token', link: 'signup', method: 'email/signup' },
  invite: { kind: 'invite', token: 'confirmation_token', link: 'invite', method: 'invite' },
  magiclink: { kind: 'magic_link', token: 'recovery_token', link: 'magiclink', method: 'magiclink' },
  recovery: { kind: 'recovery', token: 'recovery_token', link: 'recovery', method: 'recovery' },
} as const satisfies Record<string, TokenMail>;
export type TokenMailName = keyof typeof TOKEN_MAILS;
