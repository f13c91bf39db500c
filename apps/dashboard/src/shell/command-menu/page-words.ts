import type { OrganizationAbility, ProjectAbility } from '@basalt/contract';
import type { ServerNeed } from '../../lib/pages/server-need.ts';

/** Something to do that the command menu offers beside going to the page. */
export interface PageCommand {
  id: string;
  label: string;
  /** Other words that people might type for it. */
  keywords?: string;
  /** How the address continues that leads to it. */
  search?: Readonly<Record<string, string>>;
  hash?: string;
  /** Opens something where the person is, in place of going to the page. */
  act?: 'sql-panel' | 'assistant';
  /** Offered to whoever has one of these abilities; to everybody when there are none. */
  anyOf?: readonly (ProjectAbility | OrganizationAbility)[];
  /** Of no use for an attached database. */
  needsOwnServer?: ServerNeed;
}

interface PageWords {
  /** Other words that people might type for the page. */
  keywords?: string;
  /** What else can be done on it. */
  commands?: readonly PageCommand[];
}

/**
 * What only the command menu knows of pages, by their addresses. It is loaded with the menu: in the declarations of the pages it would be
 * part of the first load.
 */
export const PAGE_WORDS: Readonly<Record<string, PageWords>> = {
  '/new': { commands: [{ id: 'new-project', label: 'New project', keywords: 'create database' }] },
  '/projects': {
    commands: [
      {
        id: 'new-organization',
        label: 'New organization',
        keywords: 'create team',
        search: { dialog: 'new-organization' },
      },
    ],
  },
  '/account': { keywords: 'account profile change password devices signed in sign out everywhere' },
  '/account/tokens': { keywords: 'account api key' },
  '/org/$slug/team': { keywords: 'members roles invite people users' },
  '/org/$slug/security': { keywords: 'two-factor mfa enforcement require sign-in' },
  '/org/$slug/usage': { keywords: 'requests egress storage users charts billing' },
  '/org/$slug/billing': { keywords: 'plan subscription free pro team enterprise upgrade' },
  '/org/$slug/audit': { keywords: 'history changes who security' },
  '/new/$slug': { commands: [{ id: 'new', label: 'New project', anyOf: ['create_project'] }] },
  '/new/$slug/attach': {
    commands: [
      {
        id: 'attach',
        label: 'Attach a database',
        keywords: 'new project existing postgres rds neon server remote',
        anyOf: ['create_project'],
      },
    ],
  },
  '/support/new': { keywords: 'help report problem diagnostics contact' },
  '/project/$ref/editor': { keywords: 'rows data grid view edit' },
  '/project/$ref/sql': {
    keywords: 'query run',
    commands: [
      {
        id: 'sql-panel',
        label: 'Open the SQL editor panel',
        keywords: 'query run right side',
        act: 'sql-panel',
        anyOf: ['run_sql', 'read_sql'],
      },
      {
        id: 'assistant',
        label: 'Open the assistant',
        keywords: 'ai chat ask right side',
        act: 'assistant',
        anyOf: ['run_sql', 'read_sql'],
      },
    ],
  },
  '/project/$ref/database/tables': { keywords: 'views materialized foreign schema size' },
  '/project/$ref/database/schemas': { keywords: 'visualizer entity relationship erd schemas export' },
  '/project/$ref/database/functions': { keywords: 'procedures rpc plpgsql' },
  '/project/$ref/database/triggers': { keywords: 'event' },
  '/project/$ref/database/types': { keywords: 'enums enumerated domains composite' },
  '/project/$ref/database/indexes': { keywords: 'unused duplicate' },
  '/project/$ref/database/policies': { keywords: 'rls database test as user' },
  '/project/$ref/database/extensions': { keywords: 'pgvector postgis install' },
  '/project/$ref/database/roles': { keywords: 'login password users' },
  '/project/$ref/database/publications': { keywords: 'realtime replication' },
  '/project/$ref/database/migrations': { keywords: 'db push' },
  '/project/$ref/database/jobs': { keywords: 'cron pg_cron schedule nightly history' },
  '/project/$ref/database/webhooks': { keywords: 'pg_net http request trigger history deliveries' },
  '/project/$ref/auth/users': {
    keywords: 'auth people accounts',
    commands: [
      {
        id: 'create-user',
        label: 'Create a user',
        keywords: 'auth add',
        search: { dialog: 'create' },
        anyOf: ['update_auth_users'],
      },
      {
        id: 'import-users',
        label: 'Import users',
        keywords: 'auth csv json firebase migrate',
        search: { dialog: 'import' },
        anyOf: ['update_auth_users'],
      },
    ],
  },
  '/project/$ref/auth/activity': { keywords: 'auth sign-ups logins charts statistics' },
  '/project/$ref/auth/mailbox': { keywords: 'auth mail e-mail code link' },
  '/project/$ref/auth/settings': {
    keywords: 'sign-up password providers site url redirect github google mfa',
  },
  '/project/$ref/auth/smtp': { keywords: 'auth mail server sender' },
  '/project/$ref/auth/templates': { keywords: 'auth e-mail subject content html' },
  '/project/$ref/auth/rate-limits': { keywords: 'auth' },
  '/project/$ref/auth/hooks': { keywords: 'auth function token claims before created send' },
  '/project/$ref/auth/custom-providers': {
    keywords: 'auth oauth oidc openid connect issuer discovery social login',
  },
  '/project/$ref/auth/oauth-applications': { keywords: 'auth server clients consent openid connect mcp' },
  '/project/$ref/auth/sso': { keywords: 'auth sso saml identity provider enterprise okta' },
  '/project/$ref/auth/third-party': {
    keywords: 'auth tokens jwt jwks issuer integration firebase auth0 clerk cognito workos entra oidc',
  },
  '/project/$ref/storage/buckets': {
    keywords: 'storage files objects images upload',
    commands: [
      {
        id: 'create-bucket',
        label: 'Create a bucket',
        keywords: 'storage files add new',
        search: { dialog: 'create' },
        anyOf: ['update_storage'],
      },
    ],
  },
  '/project/$ref/storage/policies': { keywords: 'rls files buckets row level security upload test as user' },
  '/project/$ref/functions': { keywords: 'deno typescript serverless deploy' },
  '/project/$ref/functions/secrets': { keywords: 'environment variables env' },
  '/project/$ref/realtime/inspector': { keywords: 'broadcast presence changes websocket channels subscribe' },
  '/project/$ref/realtime/traffic': { keywords: 'connections messages charts sockets clients usage' },
  '/project/$ref/realtime/settings': {
    keywords: 'limits private channels clients switch off presence payload',
  },
  '/project/$ref/api/tables': { keywords: 'tables rls row level security policies anon' },
  '/project/$ref/api/graphiql': { keywords: 'graphql query mutation schema api explorer' },
  '/project/$ref/advisors/security': { keywords: 'lints rls exposed warnings' },
  '/project/$ref/advisors/performance': { keywords: 'lints indexes slow bloat' },
  '/project/$ref/query-performance': { keywords: 'slow statements explain plan index pg_stat_statements' },
  '/project/$ref/reports': { keywords: 'charts dashboards observability' },
  '/project/$ref/reports/database': {
    keywords: 'connections cache hit rate size slow queries performance pg_stat_statements',
  },
  '/project/$ref/logs': {
    keywords: 'requests api errors',
    commands: [
      {
        id: 'saved-log-queries',
        label: 'Saved queries of logs',
        keywords: 'filters explorer',
        search: { saved: 'list' },
        anyOf: ['read_request_log'],
      },
    ],
  },
  '/project/$ref/logs/postgres-logs': { keywords: 'database server errors' },
  '/project/$ref/logs/pooler-logs': { keywords: 'database connections clients refused' },
  '/project/$ref/logs/auth-logs': { keywords: 'sign in requests' },
  '/project/$ref/logs/storage-logs': { keywords: 'files objects requests' },
  '/project/$ref/logs/edge-functions-logs': { keywords: 'console' },
  '/project/$ref/logs/realtime-logs': { keywords: 'websocket requests' },
  '/project/$ref/logs/operations': { keywords: 'platform pause restore backup restart' },
  '/project/$ref/observability': {
    keywords: 'charts cpu memory disk connections cache hit requests errors latency monitoring observability',
  },
  '/project/$ref/usage': {
    keywords: 'requests egress bandwidth database storage size functions realtime active users',
  },
  '/project/$ref/alerts': { keywords: 'rules notify webhook threshold monitoring metrics' },
  '/project/$ref/database/backups': { keywords: 'database restore download schedule dump' },
  '/project/$ref/database/backups/pitr': { keywords: 'pitr recovery backups moment undo' },
  '/project/$ref/branches': { keywords: 'preview copy clone reset branching' },
  '/project/$ref/settings/general': {
    keywords: 'rename',
    commands: [
      {
        id: 'operate',
        label: 'Restart or pause this project',
        keywords: 'stop resume restore',
        anyOf: ['restart_project', 'pause_project'],
        needsOwnServer: 'or kept',
      },
      {
        id: 'delete-project',
        label: 'Delete this project',
        keywords: 'remove',
        hash: 'delete-project',
        anyOf: ['delete_project'],
      },
    ],
  },
  '/project/$ref/settings/api': {
    keywords: 'settings anon service_role publishable secret url jwt signing keys rotate',
    commands: [
      {
        id: 'data-api',
        label: 'Data API settings',
        keywords: 'rest schemas exposed max rows',
        hash: 'data-api',
      },
    ],
  },
  '/project/$ref/settings/database': {
    keywords: 'connection string pooler pool size postgres parameters configuration read-only',
  },
  '/project/$ref/settings/vault': { keywords: 'secrets encrypted' },
  '/project/$ref/settings/storage': {
    keywords: 'file size limit upload s3 access keys image transformation',
  },
  '/project/$ref/settings/infrastructure': {
    keywords: 'upgrade postgres version cpu memory disk charts usage metrics',
  },
  '/project/$ref/settings/compute-and-disk': { keywords: 'size resize memory cpu connections quota' },
  '/project/$ref/settings/addons': {
    keywords: 'settings pitr point in time recovery custom domain hostname vanity subdomain dns',
  },
  '/project/$ref/database/tables/new': { keywords: 'create table columns' },
};
