import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authContext } from '../../auth-context.ts';
import type { AuthServices } from '../../auth-services.ts';
import { AuthError } from '../../errors/auth-error.ts';
import { queryText } from '../../wire/read-query.ts';

const MOST_BUCKETS = 100;
const LONGEST_S = 7 * 86_400;

/** `/admin/activity?buckets&seconds`: how many people signed up and in, counted from the audit log, in parts of the time until now. */
export function registerActivityRoutes(app: FastifyInstance, services: AuthServices): void {
  app.get('/admin/activity', async (request) => {
    const { db, now } = authContext(services, request);
    const buckets = wholeNumber(request, 'buckets', MOST_BUCKETS);
    const seconds = wholeNumber(request, 'seconds', LONGEST_S);
    const to = Math.ceil((now.getTime() + 1) / 1_000 / seconds) * seconds;
    const from = to - buckets * seconds;
    const rows = await db.query<{ bucket: number; action: string; method: string; entries: string }>(
      `select pg_catalog.floor((extract(epoch from created_at) - $1::bigint) / $2::int)::int as bucket,
         payload ->> 'action' as action, coalesce(payload -> 'traits' ->> 'provider', '') as method, pg_catalog.count(*) as entries
       from auth.audit_log_entries
       where created_at >= pg_catalog.to_timestamp($1::bigint) and created_at < pg_catalog.to_timestamp($3::bigint)
         and payload ->> 'action' in ('login', 'user_signedup')
       group by 1, 2, 3`,
      [from, seconds, to],
    );
    const counted = Array.from({ length: buckets }, (_, position) => ({
      at: new Date((from + position * seconds) * 1_000).toISOString(),
      sign_ins: 0,
      sign_ups: 0,
    }));
    const methods = new Map<string, number>();
    for (const { bucket, action, method, entries } of rows) {
      const part = counted[bucket];
      if (part === undefined) continue;
      part[action === 'login' ? 'sign_ins' : 'sign_ups'] += Number(entries);
      if (action === 'login') methods.set(method, (methods.get(method) ?? 0) + Number(entries));
    }
    return {
      bucket_seconds: seconds,
      buckets: counted,
      methods: [...methods]
        .map(([method, sign_ins]) => ({ method, sign_ins }))
        .toSorted((a, b) => b.sign_ins - a.sign_ins || a.method.localeCompare(b.method)),
    };
  });
}

function wholeNumber(request: FastifyRequest, name: string, most: number): number {
  const text = queryText(request, name) ?? '';
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  throw new AuthError('validation_failed', `${name} must be a whole number from 1 to ${most}`);
}
