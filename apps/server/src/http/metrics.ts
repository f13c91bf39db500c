import type { Platform } from '@basalt/platform';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * `/metrics` for Prometheus: this process, requests by method and status, projects by status, use by project number. No names, no refs.
 * @param platformSafeUntil up to when the platform's own changes are in the store of backups; null: not known yet, absent: they are not kept there
 */
export function serveMetrics(
  app: FastifyInstance,
  platform: Platform,
  platformSafeUntil?: () => Date | null,
): void {
  const registry = new Registry();
  // Measured every 10 ms by default, which is half of what this process costs while nothing happens.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  const requests = new Histogram({
    name: 'basalt_http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'basalt_projects',
    help: 'Projects by status',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { status, count } of await platform.countProjects()) this.set({ status }, count);
    },
  });
  new Gauge({
    name: 'basalt_projects_unarchived',
    help: 'Projects whose changes do not reach the archive of backups',
    registers: [registry],
    async collect() {
      this.set(await platform.countUnarchived());
    },
  });
  if (platformSafeUntil !== undefined)
    new Gauge({
      name: 'basalt_platform_archive_age_seconds',
      help: "How old the newest state of the platform's own database is that is in the store of backups",
      registers: [registry],
      collect() {
        const until = platformSafeUntil();
        this.set(until === null ? Number.POSITIVE_INFINITY : (Date.now() - until.getTime()) / 1_000);
      },
    });
  const used = {
    cpu_percent: 'Processor time of the last minute, of the processors of its size',
    memory_bytes: 'Memory of all its processes',
    disk_bytes: 'Data on disk, without the log of changes',
  };
  for (const [figure, help] of Object.entries(used) as [keyof typeof used, string][])
    new Gauge({
      name: `basalt_project_${figure}`,
      help,
      labelNames: ['project'],
      registers: [registry],
      async collect() {
        this.reset();
        for (const sample of await platform.latestSamples())
          if (sample[figure] !== null) this.set({ project: sample.project_id }, sample[figure]);
      },
    });
  app.addHook('onResponse', async (request, reply) => {
    requests.observe({ method: request.method, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}
