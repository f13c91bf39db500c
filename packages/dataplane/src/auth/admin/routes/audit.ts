import type { FastifyInstance } from 'fastify';
import { authContext } from '../../auth-context.ts';
import type { AuthServices } from '../../auth-services.ts';
import { isoTime } from '../../store/write-row.ts';
import { pageHeaders, requestedPage } from '../request-parameters.ts';

interface EntryRow {
  id: string;
  payload: unknown;
  created_at: string | null;
  ip_address: string;
}

/** `/admin/audit`: what happened, the newest first. */
export function registerAuditRoutes(app: FastifyInstance, services: AuthServices): void {
  app.get('/admin/audit', async (request, reply) => {
    const { db } = authContext(services, request);
    const page = requestedPage(request);
    const counted = await db.query<{ total: unknown }>(
      'select pg_catalog.count(*) as total from auth.audit_log_entries',
    );
    const rows = await db.query<EntryRow>(
      `select id, payload, created_at, ip_address from auth.audit_log_entries
       order by created_at desc nulls last, id desc limit $1 offset $2`,
      [page.perPage, (page.page - 1) * page.perPage],
    );
    reply.headers(pageHeaders('/admin/audit', page, Number(counted[0]?.total ?? 0)));
    return rows.map((row) => ({ ...row, created_at: row.created_at && isoTime(row.created_at) }));
  });
}
