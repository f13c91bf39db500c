import { familiarCallers, type Outgoing } from '@basalt/network';
import type { FastifyBaseLogger } from 'fastify';
import type { GatewayService } from '../gateway/gateway-service.ts';
import type { HeldProjects } from '../project/held-projects.ts';
import { registerAuthRoutes } from './auth-routes.ts';
import type { AuthServices } from './auth-services.ts';
import { CAPTCHA_ADDRESSES, type CaptchaAddresses } from './captcha/captcha-addresses.ts';
import { mailSending } from './mail/send-mail.ts';
import { createSmtpSender } from './mail/smtp/smtp-sender.ts';
import { testMailSending } from './mail/test-mail.ts';
import type { GithubAddresses } from './oauth/github/github-provider.ts';
import { isOpenAuthPath } from './open-paths.ts';
import { LEAKED_PASSWORDS_ADDRESS } from './passwords/leaked-password.ts';
import { passwordHashers } from './passwords/password-hasher.ts';
import { atOnce } from './rate-limits/at-once.ts';
import { rateLimits } from './rate-limits/rate-limits.ts';
import { smsSending } from './sms/send-sms.ts';

/** Of one project. */
const WAITING_FOR_PROVIDERS_AT_MOST = 100;

export interface AuthServiceOptions {
  log: FastifyBaseLogger;
  projects: HeldProjects;
  /** How servers are asked that a project's settings name. */
  outgoing: Outgoing;
  /** Cost of new bcrypt hashes, default 12. Tests may use 4. */
  passwordCost?: number;
  /** Where GitHub is. Only tests say so. */
  github?: GithubAddresses;
  /** Where captcha services are. Only tests say so. */
  captcha?: CaptchaAddresses;
  /** Where the list of leaked passwords is. Only tests say so. */
  leakedPasswords?: string;
  /** Where Twilio is. Only tests say so. */
  twilioAddress?: string;
  now?: () => Date;
}

/** The auth service of all projects, as the gateway mounts it. */
export function authGatewayService(options: AuthServiceOptions): GatewayService {
  const now = options.now ?? (() => new Date());
  const sender = createSmtpSender(options.outgoing);
  const services: AuthServices = {
    projects: options.projects,
    passwords: passwordHashers(options.passwordCost),
    limits: rateLimits(now),
    familiar: familiarCallers(now),
    outgoing: options.outgoing,
    waitingForProviders: atOnce(WAITING_FOR_PROVIDERS_AT_MOST),
    sendMail: mailSending(sender),
    sendTestMail: testMailSending(sender),
    sendSms: smsSending(options.outgoing.fetch, options.twilioAddress),
    captcha: options.captcha ?? CAPTCHA_ADDRESSES,
    leakedPasswords: options.leakedPasswords ?? LEAKED_PASSWORDS_ADDRESS,
    github: options.github,
    now,
    log: options.log,
  };
  return {
    name: 'auth',
    plugin: async (app) => registerAuthRoutes(app, services),
    isOpen: isOpenAuthPath,
    close: async () => sender.close(),
  };
}
