import { useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../../../api/client.ts';
import { useBuckets } from '../../../../api/use-buckets.ts';
import { GuardedButton } from '../../../../ui/guarded-button.tsx';
import { RowMenu } from '../../../../ui/menus/row-menu.tsx';
import { SidePanel } from '../../../../ui/pages/side-panel.tsx';
import { Tag } from '../../../../ui/status/tag.tsx';
import { useChangeReason } from '../../shared/object-actions.tsx';
import { ObjectPage } from '../../shared/object-page.tsx';
import { useObjectSearch } from '../../shared/object-search.ts';
import { inSchemas, type PolicyObject, type TableObject } from '../../shared/objects.ts';
import { useObjectPanel } from '../../shared/use-object-panel.ts';
import { usePaged } from '../../shared/use-paged.ts';
import classes from '../policies-page.module.css';
import { POLICY_COLUMNS } from '../policy-columns.tsx';
import { PolicyPanel } from '../policy-panel.tsx';
import { type PolicyRow, rowText } from '../policy-rows.ts';
import { TestPanel } from '../test-panel.tsx';
import { bucketPolicyRows, groupId, groupTitle, type StorageGroup } from './bucket-policies.ts';
import { NewStoragePolicy } from './new-storage-policy.tsx';

const SCHEMA = 'storage';

/** Buckets with the policies of their files: who may read, upload, change and delete them. */
export function StoragePoliciesPage({ projectRef: ref }: { projectRef: string }) {
  const [search, change] = useObjectSearch();
  const panel = useObjectPanel();
  const input = inSchemas(ref, SCHEMA);
  const buckets = useBuckets(ref);
  const tables = useQuery(
    orpc.schemaApi.listTables.queryOptions({ input: { ...input, include_columns: false } }),
  );
  const policies = usePaged<PolicyObject>({
    queryKey: orpc.schemaApi.listPolicies.queryKey({ input }),
    load: (page, signal) => api.schemaApi.listPolicies({ ...input, ...page }, { signal }),
    isWhole: true,
  });
  // Policies of these tables are the project's own, although the tables are not.
  const reason = useChangeReason(ref)();
  const table = (name: string): TableObject | undefined => tables.data?.find((each) => each.name === name);
  const asked = [buckets, tables];
  const isTesting = search.act === 'test' && search.open !== undefined;
  const openTable = tables.data?.find(({ id }) => String(id) === search.open);
  const { bucket } = search;

  const open = (act: 'new' | 'test', group: StorageGroup) =>
    change({
      act,
      open: String(table(group.kind === 'buckets' ? 'buckets' : 'objects')?.id ?? ''),
      bucket: group.kind === 'bucket' ? group.id : undefined,
    });

  return (
    <ObjectPage<PolicyRow<StorageGroup>>
      projectRef={ref}
      title="Storage policies"
      description="Who may read, upload, change and delete which files. What no policy allows is refused; the service key may do everything."
      noun={['policy', 'policies']}
      list={{
        items:
          buckets.data === undefined || tables.data === undefined || policies.items === undefined
            ? undefined
            : bucketPolicyRows(buckets.data, policies.items),
        isComplete: policies.isComplete,
        error: buckets.error ?? tables.error ?? policies.error,
        retry: () => {
          for (const each of asked) if (each.error !== null) void each.refetch();
          if (policies.error !== null) policies.retry();
        },
        more: policies.more,
      }}
      actions={
        <GuardedButton variant="filled" reason={reason} onClick={() => open('new', { kind: 'files' })}>
          New policy
        </GuardedButton>
      }
      idOf={({ group, policy }) => (policy === null ? groupId(group) : String(policy.id))}
      textOf={(row) => rowText(groupTitle(row.group), row)}
      spanning={({ group, policy, count }) =>
        policy !== null ? null : (
          <>
            <strong className={classes.table} title={groupTitle(group)}>
              <bdi>{groupTitle(group)}</bdi>
            </strong>
            {group.kind === 'bucket' && (
              <Tag tone={group.isPublic ? 'warn' : 'plain'}>{group.isPublic ? 'Public' : 'Private'}</Tag>
            )}
            {count === 0 && <span className={classes.quiet}>{withoutPolicy(group)}</span>}
            <span className={classes.menu}>
              <RowMenu
                label={`Actions for ${groupTitle(group)}`}
                entries={() => [
                  { label: 'New policy', reason, onChoose: () => open('new', group) },
                  { label: 'Test as a user', onChoose: () => open('test', group) },
                ]}
              />
            </span>
          </>
        )
      }
      columns={POLICY_COLUMNS}
      empty={{ title: 'No policies here', text: 'Policies say who may do what with files.' }}
    >
      {!isTesting && !panel.isNew && <PolicyPanel projectRef={ref} reasonFor={() => reason} />}
      <SidePanel opened={panel.isNew} title="New policy" onClose={panel.close}>
        {openTable !== undefined && buckets.data !== undefined && (
          <NewStoragePolicy
            key={`${openTable.id} ${bucket}`}
            projectRef={ref}
            table={openTable}
            buckets={buckets.data.map(({ id }) => id)}
            bucket={bucket ?? null}
            onBucket={(next) => change({ bucket: next ?? undefined })}
            onDone={panel.close}
            onCancel={panel.leaveForm}
          />
        )}
      </SidePanel>
      <SidePanel opened={isTesting} title="Test as a user" onClose={panel.close}>
        {search.open !== undefined && (
          <TestPanel
            key={`${search.open} ${bucket}`}
            projectRef={ref}
            tableId={search.open}
            {...(bucket === undefined
              ? {}
              : {
                  part: {
                    words: `the bucket ${bucket}`,
                    filters: [{ column: 'bucket_id', operator: '=', value: bucket }],
                  },
                })}
          />
        )}
      </SidePanel>
    </ObjectPage>
  );
}

function withoutPolicy(group: StorageGroup): string {
  if (group.kind === 'files') return 'No policy';
  if (group.kind === 'buckets') return 'No policy: only the service key lists, makes and changes buckets';
  return group.isPublic
    ? 'No policy of its own: files are read by their address, and not listed or changed'
    : 'No policy of its own';
}
