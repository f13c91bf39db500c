import { useState } from 'react';
import { api, orpc } from '../../../api/client.ts';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { RowMenu } from '../../../ui/menus/row-menu.tsx';
import { SidePanel } from '../../../ui/pages/side-panel.tsx';
import { Tag } from '../../../ui/status/tag.tsx';
import { useChangeReason } from '../shared/object-actions.tsx';
import { ObjectPage } from '../shared/object-page.tsx';
import { schemasOf, useObjectSearch } from '../shared/object-search.ts';
import { inSchemas, type PolicyObject, type TableObject } from '../shared/objects.ts';
import { useObjectPanel } from '../shared/use-object-panel.ts';
import { usePaged } from '../shared/use-paged.ts';
import classes from './policies-page.module.css';
import { POLICY_COLUMNS } from './policy-columns.tsx';
import { PolicyForm } from './policy-form.tsx';
import { PolicyPanel } from './policy-panel.tsx';
import { type PolicyRow, policyRows, rowText } from './policy-rows.ts';
import { RlsDialog } from './rls-dialog.tsx';
import { TestPanel } from './test-panel.tsx';

/** Tables with their policies: who may see and change which rows. */
export function PoliciesPage({ projectRef }: { projectRef: string }) {
  const [search, change] = useObjectSearch();
  const schemas = schemasOf(search);
  const input = inSchemas(projectRef, schemas);
  const tables = usePaged<TableObject>({
    queryKey: [...orpc.schemaApi.key(), 'tables-with-policies', input],
    load: (page, signal) =>
      api.schemaApi.listTables({ ...input, ...page, include_columns: false }, { signal }),
    isWhole: search.q !== undefined,
  });
  // Tables and policies come in the same order, so both must reach as far.
  const policies = usePaged<PolicyObject>({
    queryKey: orpc.schemaApi.listPolicies.queryKey({ input }),
    load: (page, signal) => api.schemaApi.listPolicies({ ...input, ...page }, { signal }),
    isWhole: true,
  });
  const panel = useObjectPanel();
  const reasonFor = useChangeReason(projectRef);
  const [switching, setSwitching] = useState<TableObject | null>(null);
  const isTesting = search.act === 'test' && search.open !== undefined;
  const items =
    tables.items === undefined || policies.items === undefined
      ? undefined
      : policyRows(tables.items, policies.items);
  const menuOf = (table: TableObject) => {
    const reason = reasonFor(table.schema);
    return [
      { label: 'New policy', reason, onChoose: () => change({ open: String(table.id), act: 'new' }) },
      { label: 'Test as a user', onChoose: () => change({ open: String(table.id), act: 'test' }) },
      {
        label: table.rls_enabled ? 'Switch RLS off…' : 'Switch RLS on…',
        reason,
        onChoose: () => setSwitching(table),
      },
    ];
  };
  return (
    <ObjectPage<PolicyRow<TableObject>>
      projectRef={projectRef}
      title="Policies"
      description="Which rows each role may see and change. With row level security on, what no policy allows is not there."
      noun={['policy', 'policies']}
      list={{
        items,
        isComplete: tables.isComplete && policies.isComplete,
        error: tables.error ?? policies.error,
        retry: () => {
          if (tables.error !== null) tables.retry();
          if (policies.error !== null) policies.retry();
        },
        more: tables.more,
      }}
      hasSchemas
      actions={
        <GuardedButton variant="filled" reason={reasonFor(schemas)} onClick={panel.create}>
          New policy
        </GuardedButton>
      }
      idOf={({ group, policy }) => (policy === null ? `table-${group.id}` : String(policy.id))}
      textOf={(row) => rowText(`${row.group.schema}.${row.group.name}`, row)}
      spanning={(row) =>
        row.policy !== null ? null : (
          <>
            <strong className={classes.table} title={`${row.group.schema}.${row.group.name}`}>
              <bdi>{row.group.name}</bdi>
            </strong>
            <Tag tone={row.group.rls_enabled ? 'ok' : 'warn'}>
              {row.group.rls_enabled ? 'RLS on' : 'RLS off'}
            </Tag>
            {row.count === 0 && row.group.rls_enabled && (
              <span className={classes.quiet}>No policy: nobody gets in over the Data API</span>
            )}
            {!row.group.rls_enabled && row.count > 0 && (
              <span className={classes.quiet}>Its policies do nothing while RLS is off</span>
            )}
            <span className={classes.menu}>
              <RowMenu label={`Actions for ${row.group.name}`} entries={() => menuOf(row.group)} />
            </span>
          </>
        )
      }
      columns={POLICY_COLUMNS}
      empty={{
        title: 'No tables here',
        text: 'Policies belong to tables. Create a table first, then say who may do what with its rows.',
      }}
    >
      {!isTesting && !panel.isNew && <PolicyPanel projectRef={projectRef} reasonFor={reasonFor} />}
      <SidePanel opened={panel.isNew} title="New policy" onClose={panel.close}>
        {/* The table that the address names is known with the list. */}
        {(search.open === undefined || tables.items !== undefined) && (
          <PolicyForm
            projectRef={projectRef}
            schema={schemas ?? 'public'}
            table={tables.items?.find(({ id }) => String(id) === search.open) ?? null}
            existing={null}
            onDone={panel.close}
            onCancel={panel.leaveForm}
          />
        )}
      </SidePanel>
      <SidePanel opened={isTesting} title="Test as a user" onClose={panel.close}>
        {search.open !== undefined && (
          <TestPanel key={search.open} projectRef={projectRef} tableId={search.open} />
        )}
      </SidePanel>
      <RlsDialog projectRef={projectRef} table={switching} onClose={() => setSwitching(null)} />
    </ObjectPage>
  );
}
