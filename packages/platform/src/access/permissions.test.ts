import { ROLES } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import { isPermitted } from './permissions.ts';

/** action, resource, and who may: Owner, Administrator, Developer, Read-only */
const TABLE: [string, string, string][] = [
  ['read', 'projects', 'OADR'],
  ['read', 'organizations', 'OADR'],
  ['tenant:sql:query', 'database', 'OADR'],
  ['tenant:sql:write', 'database', 'OAD'],
  ['read', 'database_password', 'OAD'],
  ['read', 'service_api_keys', 'OAD'],
  ['read', 'vault_secrets', 'OAD'],
  ['read', 'auth_users', 'OADR'],
  ['read', 'request_log', 'OADR'],
  ['update', 'auth_users', 'OA'],
  ['update', 'api_config', 'OA'],
  ['create', 'user_content', 'OAD'],
  ['infra:execute', 'reboot', 'OAD'],
  ['infra:execute', 'queue_jobs.projects.initialize_or_resume', 'OAD'],
  ['infra:execute', 'queue_jobs.projects.pause', 'OA'],
  ['create', 'projects', 'OA'],
  ['update', 'projects', 'OA'],
  ['delete', 'projects', 'OA'],
  ['update', 'organizations', 'OA'],
  ['billing:write', 'subscriptions', 'OA'],
  ['delete', 'organizations', 'O'],
  ['read', 'members', 'OADR'],
  ['create', 'members.Administrator', 'OA'],
  ['update', 'members.Developer', 'OA'],
  ['delete', 'members.Read-only', 'OA'],
  ['create', 'members.Owner', 'O'],
  ['update', 'members.Owner', 'O'],
  ['delete', 'members.Owner', 'O'],
  ['anything', 'unheard of', 'O'],
];

describe('isPermitted', () => {
  it.each(TABLE)('%s %s: %s', (action, resource, who) => {
    const allowed = ROLES.filter((role) => isPermitted(role, action, resource));
    expect(allowed.map((role) => role[0]).join('')).toBe(who);
  });

  it('reads wildcards, and restrictive lines last', () => {
    const all = { roles: ROLES, actions: ['%'], resources: ['bucket.%'] };
    const none = {
      roles: ['Developer'],
      actions: ['delete'],
      resources: ['%'],
      isRestrictive: true,
    } as const;
    const who = (action: string, resource: string, table: Parameters<typeof isPermitted>[3]) =>
      ROLES.filter((role) => isPermitted(role, action, resource, table)).map((role) => role[0]);
    expect(who('delete', 'bucket.a', [all])).toHaveLength(4);
    expect(who('delete', 'bucket', [all])).toEqual([]);
    expect(who('delete', 'bucket.a', [none, all])).toEqual(['O', 'A', 'R']);
    expect(who('delete', 'bucket.a', [all, none])).toEqual(['O', 'A', 'R']);
    expect(who('read', 'bucket.a', [all, none])).toHaveLength(4);
    expect(who('read', 'table', [none])).toEqual([]);
  });

  it('gives nothing to someone without a role', () => {
    expect(isPermitted(null, 'read', 'projects')).toBe(false);
  });
});
