import { randomUUID } from 'node:crypto';
import type { Platform } from '@basalt/platform';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { projectUrl } from '../project-url.ts';
import { serveApi } from './api.ts';
import { serveAssistantStreams } from './assistant-streams.ts';
import { serveAuditLogExports } from './audit-log-exports.ts';
import { serveBackupFiles } from './backup-files.ts';
import { serveDashboard } from './dashboard.ts';
import { answerBadPath, answerBadRequest, formatErrors } from './error-body.ts';
import { serveFunctionDeploys } from './function-deploys.ts';
import { serveGitWebhooks } from './git-webhooks.ts';
import { serveMcpEndpoint } from './mcp.ts';
import { serveMetrics } from './metrics.ts';
import { guardOrigin } from './origin-guard.ts';
import { serveQueryExports } from './query-exports.ts';
import { serveRowImports } from './row-imports.ts';

// SQL texts of up to 4 MB, escaped as JSON.
const BODY_LIMIT = 10 * 1024 * 1024;
/** For all of a request to arrive. A client that takes longer holds a place that others need. */
const MAX_ARRIVAL_MS = 60_000;

export interface AppOptions {
  config: Config;
  platform: Platform;
  log: Logger;
  /** Up to when the platform's own changes are in the store of backups; null: not known yet, absent: they are not kept there. */
  platformSafeUntil?: (() => Date | null) | undefined;
}

/** The platform's HTTP server: API, metrics, health and the dashboard, behind one guard. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, platform, log } = options;
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // A proxy on this machine says whom it speaks for: limits count people, not the proxy.
    trustProxy: config.publicUrl === null ? false : 'loopback',
    bodyLimit: BODY_LIMIT,
    requestTimeout: MAX_ARRIVAL_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: answerBadPath,
    clientErrorHandler: answerBadRequest,
    routerOptions: { maxParamLength: 500 },
  });
  await app.register(cookie);
  ignoreTypeOfNothing(app);
  logRequests(app);
  formatErrors(app);
  setSecurityHeaders(app, config);
  guardOrigin(app, config);
  app.get('/health', async (_request, reply) => {
    if (!(await platform.isDatabaseAlive())) return reply.code(503).send({ status: 'unavailable' });
    return { status: 'ok' };
  });
  serveMetrics(app, platform, options.platformSafeUntil);
  serveBackupFiles(app, config, platform);
  serveQueryExports(app, config, platform);
  serveAuditLogExports(app, config, platform);
  await serveRowImports(app, config, platform);
  await serveFunctionDeploys(app, config, platform);
  await serveGitWebhooks(app, platform);
  serveAssistantStreams(app, config, platform);
  serveMcpEndpoint(app, config, platform);
  serveApi(app, config, platform);
  await serveDashboard(app);
  return app;
}

/** Many clients name a content type on every request; without a body it says nothing, and must not be refused as bad JSON. */
function ignoreTypeOfNothing(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (!hasBody) delete headers['content-type'];
  });
}

/** One line per answered request: method, path, status, time. Query strings, headers and bodies stay out: they hold secrets. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      path: request.url.split('?', 1)[0],
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime * 10) / 10,
    };
    request.log[reply.statusCode >= 500 ? 'error' : 'info'](line, 'request');
  });
}

/** Where browsers reach the files of projects: another origin, from which no script is ever taken. */
function projectOrigins(config: Config): string {
  return config.projectDomain === null
    ? new URL(projectUrl(config, 'x')).origin
    : `https://*.${config.projectDomain}`;
}

const policyFor = (files: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    // The component kit and the editor set styles from script.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${files}`,
    `media-src 'self' ${files}`,
    "frame-src 'none'",
    "font-src 'self'",
    // Realtime is a WebSocket of the same origin.
    `connect-src 'self' ${files} ${files.replace(/^http/, 'ws')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Headers that keep other pages out of ours. */
function setSecurityHeaders(app: FastifyInstance, config: Config): void {
  const policy = policyFor(projectOrigins(config));
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
  });
}
