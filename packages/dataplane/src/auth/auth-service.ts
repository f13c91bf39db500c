import { familiarCallers, type Outgoing } from '@basalt/network';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { GatewayService } from '../gateway/gateway-service.ts';
import { onResponseEnd } from '../gateway/on-response-end.ts';
import type { HeldProjects } from '../project/held-projects.ts';
import { registerAdminRoutes } from './admin/routes.ts';
import type { AuthServices, CallOwnProject } from './auth-services.ts';
import { CAPTCHA_ADDRESSES, type CaptchaAddresses } from './captcha/require-captcha.ts';
import { registerDiscoveryRoutes } from './discovery/routes.ts';
import { apiVersion, sendError } from './errors/send-error.ts';
import { registerFactorRoutes } from './factors/routes.ts';
import { mailSending } from './mail/send-mail.ts';
import { createSmtpSender } from './mail/smtp/smtp-sender.ts';
import { testMailSending } from './mail/test-mail.ts';
import { registerOAuthRoutes } from './oauth/routes.ts';
import { registerAuthorizationRoutes } from './oauth-server/authorize/routes.ts';
import { registerDynamicClientRoutes } from './oauth-server/clients/routes.ts';
import { registerTokenRoutes } from './oauth-server/token/routes.ts';
import { registerPasskeyRoutes } from './passkeys/routes.ts';
import { LEAKED_PASSWORDS_ADDRESS } from './passwords/leaked-password.ts';
import { passwordHashers } from './passwords/password-hasher.ts';
import { atOnce } from './rate-limits/at-once.ts';
import { rateLimits } from './rate-limits/rate-limits.ts';
import { registerRecoveryRoutes } from './recovery/routes.ts';
import { registerSignInRoutes } from './sign-in/routes.ts';
import { registerSignOutRoutes } from './sign-out/routes.ts';
import { registerSignUpRoutes } from './sign-up/routes.ts';
import { smsSending } from './sms/send-sms.ts';
import { twilioCodeChecking } from './sms/twilio-verify.ts';
import { registerSsoRoutes } from './sso/routes.ts';
import { registerUserRoutes } from './user/routes.ts';
import { registerVerifyRoutes } from './verify/routes.ts';

const GROUPS = [
  registerDiscoveryRoutes,
  registerSignUpRoutes,
  registerSignInRoutes,
  registerVerifyRoutes,
  registerRecoveryRoutes,
  registerUserRoutes,
  registerSignOutRoutes,
  registerAdminRoutes,
  registerOAuthRoutes,
  registerFactorRoutes,
  registerPasskeyRoutes,
  registerDynamicClientRoutes,
  registerAuthorizationRoutes,
  registerTokenRoutes,
  registerSsoRoutes,
];

/** All routes below the root of the auth service. */
function registerAuthRoutes(app: FastifyInstance, services: AuthServices): void {
  app.setErrorHandler(sendError);
  app.addHook('onRequest', (request, reply, done) => {
    const held = services.projects.use(request.project.project);
    held.enter();
    onResponseEnd(reply, () => held.leave());
    done();
  });
  app.addHook('onRequest', async (request, reply) => {
    const version = apiVersion(request);
    if (version) reply.header('x-supabase-api-version', version);
  });
  for (const register of GROUPS) register(app, services);
}

const OPEN = new Set([
  '/verify',
  '/callback',
  '/authorize',
  '/health',
  '/.well-known/jwks.json',
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  '/oauth/authorize',
  '/oauth/token',
  '/oauth/userinfo',
  '/oauth/clients/register',
]);

/** Whether people and servers reach a path of the auth service without a key: from a mail, a provider, or to check tokens. */
export function isOpenAuthPath(path: string): boolean {
  return OPEN.has(path) || path.startsWith('/sso/saml/');
}

/** Of one project. */
const WAITING_FOR_PROVIDERS_AT_MOST = 100;

export interface AuthServiceOptions {
  log: FastifyBaseLogger;
  projects: HeldProjects;
  /** How servers are asked that a project's settings name. */
  outgoing: Outgoing;
  /** How hooks reach functions of their own project. */
  callOwnProject?: CallOwnProject;
  /** Hears of every user that signed in or renewed a session. */
  noteActiveUser?: (ref: string, userId: string) => void;
  /** How many gateways share the limits of rates. Default: this one is alone. */
  gateways?: (() => number) | undefined;
  /** Cost of new bcrypt hashes, default 12. Tests may use 4. */
  passwordCost?: number;
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
    limits: rateLimits(now, options.gateways),
    familiar: familiarCallers(now),
    outgoing: options.outgoing,
    waitingForProviders: atOnce(WAITING_FOR_PROVIDERS_AT_MOST),
    callOwnProject: options.callOwnProject,
    noteActiveUser: options.noteActiveUser ?? (() => {}),
    sendMail: mailSending(sender),
    sendTestMail: testMailSending(sender),
    sendSms: smsSending(options.outgoing.fetch, options.twilioAddress),
    checkSentCode: twilioCodeChecking(options.outgoing.fetch, options.twilioAddress),
    captcha: options.captcha ?? CAPTCHA_ADDRESSES,
    leakedPasswords: options.leakedPasswords ?? LEAKED_PASSWORDS_ADDRESS,
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
