import { quoteIdent } from '@basalt/sql';
import { lint } from '../lint.ts';
import { onlyBucketAsked, whatItAsks } from '../policy-text.ts';

/** Reads rows, so it may only ever be asked as the role that reads. */
export const publicBucketAllowsListing = lint<{ bucket: string; policies: { name: string; qual: string }[] }>(
  {
    name: 'public_bucket_allows_listing',
    title: 'Public Bucket Allows Listing',
    level: 'WARN',
    category: 'SECURITY',
    description:
      'Public buckets with a policy that lets everybody read their rows: whoever asks gets the list of all files. Files of a public bucket can be downloaded without it.',
    remediation: 'Drop the policy, or let it ask for more than the bucket.',
    sql: `
select b.id as bucket, pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('name', p.polname, 'qual', p.qual) order by p.polname) as policies
from storage.buckets b cross join policies p
where b.public and p.nspname = 'storage' and p.relname = 'objects' and p.polpermissive and p.polcmd in ('r', '*')
  and p.role_names && array['-', 'anon', 'authenticated'] and p.qual is not null
group by b.id, b.name order by 1`,
    read: ({ bucket, policies }) => {
      const names = policies
        .filter(({ qual }) => whatItAsks(qual) === 'nothing' || onlyBucketAsked(qual) === bucket)
        .map(({ name }) => name);
      if (names.length === 0) return null;
      return {
        key: [bucket],
        detail: `Public bucket \`${bucket}\` has ${names.length} SELECT policy(ies) on storage.objects allowing clients to list all files: ${names.join(', ')}`,
        metadata: {
          type: 'bucket',
          bucket_id: bucket,
          bucket_name: bucket,
          policy_names: names,
          policy_count: names.length,
        },
        fix: names.map((name) => `drop policy ${quoteIdent(name)} on storage.objects;`).join('\n'),
      };
    },
  },
);
