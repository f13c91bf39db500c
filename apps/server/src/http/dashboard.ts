import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PlatformError } from '@basalt/platform';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const DIST = fileURLToPath(new URL('../../../dashboard/dist/', import.meta.url));
const YEAR_SECONDS = 31_536_000;

/** Serves the built dashboard. Every path that looks like a page answers the page; its router does the rest. */
export async function serveDashboard(app: FastifyInstance): Promise<void> {
  const built = existsSync(`${DIST}index.html`);
  if (built) {
    await app.register(fastifyStatic, {
      root: DIST,
      wildcard: false,
      globIgnore: ['.vite/**'],
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const immutable = path.includes('/assets/');
        reply.header('cache-control', immutable ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
      },
    });
  }
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    if (!wantsPage) throw new PlatformError('not_found');
    if (!built)
      return reply
        .code(503)
        .type('text/plain')
        .send('The dashboard is not built. Start Basalt with npm start.');
    return reply.sendFile('index.html');
  });
}
