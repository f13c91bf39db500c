import { describe, expect, it } from 'vitest';
import type { DatabaseRestSettings } from '../schema-cache.ts';
import { parseSettings } from './parse-settings.ts';

const PROJECT = {
  dbSchemas: ['public', 'graphql_public'],
  dbExtraSearchPath: ['extensions'],
  dbMaxRows: 1000,
};

describe('parseSettings', () => {
  it.each<[string, string, Partial<DatabaseRestSettings>]>([
    ['db_schemas', 'a, b ,"c,d"', { schemas: ['a', 'b', 'c,d'] }],
    ['db_schemas', 'a,"Big ""B"""', { schemas: ['a', 'Big "B"'] }],
    ['db_schemas', ' , ', { schemas: ['public', 'graphql_public'] }],
    ['db_extra_search_path', '', { extraSearchPath: [] }],
    ['db_extra_search_path', 'x', { extraSearchPath: ['x'] }],
    ['db_max_rows', '5', { maxRows: 5 }],
    ['db_max_rows', '0', { maxRows: 0 }],
    ['db_max_rows', '', { maxRows: null }],
    ['db_max_rows', '-1', { maxRows: 1000 }],
    ['db_max_rows', 'many', { maxRows: 1000 }],
    ['db_anon_role', 'guest', { anonRole: 'guest' }],
    ['db_anon_role', '', { anonRole: null }],
    ['db_pre_request', 'check', { preRequest: { schema: null, name: 'check' } }],
    ['db_pre_request', '"My.api"."che""ck"', { preRequest: { schema: 'My.api', name: 'che"ck' } }],
    ['db_pre_request', 'a.b.c', { preRequest: null }],
    ['db_root_spec', 'api.root', { rootSpec: { schema: 'api', name: 'root' } }],
    ['db_plan_enabled', 'TRUE', { planEnabled: true }],
    ['db_plan_enabled', 'perhaps', { planEnabled: false }],
    ['db_aggregates_enabled', 'on', { aggregatesEnabled: true }],
    ['db_tx_end', 'rollback-allow-override', { txEnd: 'rollback-allow-override' }],
    ['db_tx_end', 'explode', { txEnd: 'commit' }],
    ['openapi_mode', 'ignore-privileges', { openapiMode: 'ignore-privileges' }],
    ['openapi_security_active', 'yes', { openapiSecurityActive: true }],
    ['openapi_server_proxy_uri', 'https://x.y/z', { openapiServerProxyUri: 'https://x.y/z' }],
    ['server_timing_enabled', '1', { serverTimingEnabled: true }],
    ['jwt_aud', 'my app', { jwtAudience: 'my app' }],
    ['jwt_aud', '', { jwtAudience: null }],
    ['jwt_role_claim_key', 'no path', { roleClaim: [{ kind: 'key', key: 'role' }] }],
    [
      'jwt_role_claim_key',
      '.app."a b"[1]',
      {
        roleClaim: [
          { kind: 'key', key: 'app' },
          { kind: 'key', key: 'a b' },
          { kind: 'index', index: 1 },
        ],
      },
    ],
    ['server_trace_header', 'X-Request-Id', { traceHeader: 'x-request-id' }],
    ['server_trace_header', 'not a header', { traceHeader: null }],
    ['client_error_verbosity', 'minimal', { errorVerbosity: 'minimal' }],
    ['url_use_legacy_target_names', 'false', { legacyTargetNames: false }],
  ])('%s = %j', (name, value, expected) => {
    expect(parseSettings(PROJECT, { [`pgrst.${name}`]: value })).toMatchObject(expected);
  });

  it('looks only at its own names', () => {
    const stored = { db_max_rows: '1', 'pgrst.unheard_of': 'x', 'pgrst.__proto__': 'x' };
    expect(parseSettings(PROJECT, stored)).toEqual(parseSettings(PROJECT, {}));
  });
});
