import { describe, expect, it } from 'vitest';
import { documentOf, remedyOf } from './remedies.ts';

describe('the remedy', () => {
  it.each([
    ['multiple_resource_warnings', 'pro', { page: 'infrastructure' }],
    ['multiple_resource_warnings', 'free', { page: 'infrastructure' }],
    ['disk_space_exhaustion', 'free', { page: 'database' }],
    ['is_readonly_mode_enabled', 'free', { page: 'database' }],
    ['auth_rate_limit_exhaustion', 'free', { page: 'smtp' }],
    ['connection_exhaustion', 'free', { page: 'running-queries' }],
    ['cpu_exhaustion', 'pro', { page: 'infrastructure', hash: 'cpu' }],
    ['memory_and_swap_exhaustion', 'team', { page: 'infrastructure', hash: 'ram' }],
    ['disk_io_exhaustion', 'enterprise', { page: 'infrastructure', hash: 'disk_io' }],
    ['not_answering', 'free', { page: 'general' }],
    ['temporary_files', 'free', { page: 'compute-and-disk' }],
    ['backup_problem', 'free', { page: 'backups' }],
    ['state', 'free', { page: 'home' }],
    ['cpu_exhaustion', 'free', { page: 'billing' }],
    ['memory_and_swap_exhaustion', 'free', { page: 'billing' }],
    ['disk_io_exhaustion', 'free', { page: 'billing' }],
  ] as const)('of %s on the plan %s is at %j', (kind, plan, remedy) => {
    expect(remedyOf(kind, plan)).toEqual(remedy);
  });
});

describe('the document', () => {
  it.each([
    ['is_readonly_mode_enabled', { name: 'compute-and-disk', hash: 'read-only-mode' }],
    ['disk_space_exhaustion', { name: 'compute-and-disk', hash: 'disk' }],
    ['cpu_exhaustion', { name: 'compute-and-disk', hash: 'what-is-measured-and-when-it-warns' }],
    ['connection_exhaustion', { name: 'compute-and-disk', hash: 'connections' }],
    ['auth_rate_limit_exhaustion', { name: 'project-api', hash: 'authentication-authv1' }],
    ['multiple_resource_warnings', null],
  ] as const)('of %s is %j', (kind, expected) => {
    expect(documentOf(kind)).toEqual(expected);
  });
});
