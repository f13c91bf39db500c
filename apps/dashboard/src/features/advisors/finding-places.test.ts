import type { AdvisorFinding } from '@basalt/contract';
import { expect, it } from 'vitest';
import { placesOf } from './finding-places.ts';

const places = (name: string, category: 'SECURITY' | 'PERFORMANCE', metadata: Record<string, unknown>) =>
  placesOf({ name, categories: [category], metadata } as unknown as AdvisorFinding).map(
    ({ label, to, search }) => [label, to?.replace('/project/$ref/', ''), search],
  );

it.each([
  [
    'no_primary_key',
    'PERFORMANCE',
    { type: 'table', schema: 'public', name: 'notes' },
    [['Open table', 'database/tables', { q: 'notes' }]],
  ],
  [
    'unindexed_foreign_keys',
    'PERFORMANCE',
    { type: 'table', schema: 'shop', name: 'orders' },
    [['Open indexes', 'database/indexes', { q: 'orders', schema: 'shop' }]],
  ],
  [
    'rls_disabled_in_public',
    'SECURITY',
    { type: 'table', schema: 'public', name: 'notes' },
    [
      ['Open policies', 'database/policies', { q: 'notes' }],
      ['Who can reach it', 'api/tables', { q: 'notes' }],
    ],
  ],
  [
    'materialized_view_in_api',
    'SECURITY',
    { type: 'materialized view', schema: 'shop', name: 'sums' },
    [
      [
        'Open materialized view',
        'database/tables',
        { q: 'sums', schema: 'shop', kind: 'materialized-views' },
      ],
      ['Who can reach it', 'api/tables', { q: 'sums' }],
    ],
  ],
  [
    'function_search_path_mutable',
    'SECURITY',
    { type: 'function', schema: 'shop', name: 'pay', arguments: '' },
    [['Open function', 'database/functions', { q: 'pay', schema: 'shop' }]],
  ],
  [
    'extension_in_public',
    'SECURITY',
    { type: 'extension', schema: 'public', name: 'citext' },
    [['Open extension', 'database/extensions', { q: 'citext' }]],
  ],
  [
    'public_bucket_allows_listing',
    'SECURITY',
    { type: 'bucket', bucket_id: 'a', bucket_name: 'a' },
    [['Policies of files', 'database/policies', { schema: 'storage', q: 'objects' }]],
  ],
  [
    'fkey_to_auth_unique',
    'SECURITY',
    { schema: 'public', name: 'notes', foreign_key: 'f' },
    [['Open table', 'database/tables', { q: 'notes' }]],
  ],
  [
    'auth_otp_long_expiry',
    'SECURITY',
    { type: 'auth', entity: 'Auth' },
    [['Open settings', 'auth/settings', undefined]],
  ],
  ['replication_slot_held', 'PERFORMANCE', { type: 'replication slot', name: 'follower' }, []],
] as const)('%s leads to where the thing is', (name, category, metadata, expected) => {
  expect(places(name, category, metadata)).toEqual(expected);
});
