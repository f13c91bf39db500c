/**
 * The server's access rules (pg_hba.conf). They lie outside the data directory and are written at every start, so that a
 * restored or branched database cannot bring others.
 *
 * The socket trusts everybody because only root and the cluster's own user can enter its folder. SQL cannot use that user's
 * way in: dblink, postgres_fdw and subscriptions let nobody but a superuser connect without a password, and refuse a
 * connection for which the server did not ask for it. Over TCP the superuser, the role whose connections are kept for SQL pages and
 * whole-cluster replication are shut out.
 */
export const HOST_ACCESS = `# Written by Basalt at every start of this server; changes are lost.
local  all          all               trust
local  replication  all               trust
host   all          supabase_admin    all  reject
host   all          basalt_sql_pages  all  reject
host   replication  all               all  reject
host   all          all               all  scram-sha-256
`;
