import type { FamiliarCallers, Outgoing } from '@basalt/network';
import type { FastifyBaseLogger } from 'fastify';
import type { HeldProjects } from '../project/held-projects.ts';
import type { CaptchaAddresses } from './captcha/require-captcha.ts';
import type { SendMail } from './mail/mail-port.ts';
import type { SendTestMail } from './mail/test-mail.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import type { AtOnce } from './rate-limits/at-once.ts';
import type { RateLimits } from './rate-limits/rate-limits.ts';
import type { CheckSentCode, SendSms } from './sms/sms-port.ts';

/** Sends a request to a path below a project's address, as nobody. */
export type CallOwnProject = (
  ref: string,
  path: string,
  request: { headers: Record<string, string>; body: string; signal: AbortSignal },
) => Promise<Response>;

/** What lives as long as the auth service, shared by all projects. */
export interface AuthServices {
  projects: HeldProjects;
  /** Of the project with this ref. */
  passwords: (ref: string) => PasswordHasher;
  limits: RateLimits;
  /** From where the owners of accounts came lately. */
  familiar: FamiliarCallers;
  /** How servers are asked that a project's settings name. */
  outgoing: Outgoing;
  /** Requests that wait for providers: one that is away must not use up all requests that its project may have at once. */
  waitingForProviders: AtOnce;
  /** How the project's own API is asked; undefined where there is no gateway. */
  callOwnProject: CallOwnProject | undefined;
  /** Hears of every user that signed in or renewed a session. */
  noteActiveUser: (ref: string, userId: string) => void;
  sendMail: SendMail;
  sendTestMail: SendTestMail;
  sendSms: SendSms;
  checkSentCode: CheckSentCode;
  captcha: CaptchaAddresses;
  /** Where the list of leaked passwords is. */
  leakedPasswords: string;
  /** The service's clock: every time it stores or compares comes from here. */
  now(): Date;
  log: FastifyBaseLogger;
}
