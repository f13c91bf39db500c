import { useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../../api/client.ts';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { FactList } from '../../../ui/lists/fact-list.tsx';
import { nameColumn } from '../../../ui/lists/name-column.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { SidePanel } from '../../../ui/pages/side-panel.tsx';
import { Tag } from '../../../ui/status/tag.tsx';
import { useChangeReason } from '../shared/object-actions.tsx';
import { ObjectPage } from '../shared/object-page.tsx';
import { ObjectPanel } from '../shared/object-panel.tsx';
import { useObjectSearch } from '../shared/object-search.ts';
import type { RoleObject } from '../shared/objects.ts';
import { useObjectPanel } from '../shared/use-object-panel.ts';
import { usePaged } from '../shared/use-paged.ts';
import { RoleForm } from './role-form.tsx';
import { serviceRole } from './service-roles.ts';

/** Who there is in the database: roles that can sign in, and roles that only hold rights. */
export function RolesPage({ projectRef }: { projectRef: string }) {
  const [search] = useObjectSearch();
  const list = usePaged<RoleObject>({
    queryKey: orpc.schemaApi.listRoles.queryKey({ input: { ref: projectRef } }),
    load: (page, signal) => api.schemaApi.listRoles({ ref: projectRef, ...page }, { signal }),
    isWhole: search.q !== undefined,
  });
  const panel = useObjectPanel();
  const reason = useChangeReason(projectRef)();
  return (
    <ObjectPage<RoleObject>
      projectRef={projectRef}
      title="Roles"
      description="Who can connect to the database, and whose rights a statement has. These are not the users of your application."
      noun={['role', 'roles']}
      list={list}
      actions={
        <GuardedButton variant="filled" reason={reason} onClick={panel.create}>
          New role
        </GuardedButton>
      }
      idOf={({ id }) => String(id)}
      textOf={({ name }) => name}
      columns={[
        nameColumn('minmax(0, 1.5fr)', ({ id, name }) => ({ id, name })),
        {
          key: 'attributes',
          header: 'Attributes',
          width: 'minmax(0, 2fr)',
          isMinor: true,
          render: (role) => attributesOf(role).join(', ') || '–',
        },
        {
          key: 'login',
          header: 'Signs in',
          width: '80px',
          render: ({ can_login }) => (can_login ? 'Yes' : 'No'),
        },
        {
          key: 'connections',
          header: 'Connections',
          width: '100px',
          align: 'right',
          isMinor: true,
          render: ({ active_connections: used, connection_limit: most }) => `${used} of ${most}`,
        },
        {
          key: 'kind',
          header: 'Kept by',
          width: '90px',
          render: ({ name }) =>
            serviceRole(name) === null ? <Tag tone="info">You</Tag> : <Tag>Services</Tag>,
        },
      ]}
      empty={{ title: 'No roles', text: 'That cannot be: at least the owner of the database must be there.' }}
    >
      <RolePanel projectRef={projectRef} />
      <SidePanel opened={panel.isNew} title="New role" onClose={panel.close}>
        <RoleForm projectRef={projectRef} existing={null} onDone={panel.endForm} onCancel={panel.leaveForm} />
      </SidePanel>
    </ObjectPage>
  );
}

function attributesOf(role: RoleObject): string[] {
  return [
    role.is_superuser && 'superuser',
    role.can_create_db && 'creates databases',
    role.can_create_role && 'creates roles',
    role.is_replication_role && 'replicates',
    role.can_bypass_rls && 'bypasses row level security',
    !role.inherit_role && 'inherits no rights',
  ].filter((text) => text !== false);
}

function RolePanel({ projectRef }: { projectRef: string }) {
  const panel = useObjectPanel();
  const { open } = panel;
  const asked = useQuery({
    ...orpc.schemaApi.getRole.queryOptions({ input: { ref: projectRef, id: open ?? '0' } }),
    enabled: open !== undefined,
    retry: false,
  });
  const mayChange = useChangeReason(projectRef)();
  const reasonFor = ({ name }: RoleObject) =>
    mayChange ??
    (serviceRole(name) === null ? null : 'A service needs this role as it is. It is read-only here.');
  return (
    <ObjectPanel<RoleObject>
      panel={panel}
      noun="role"
      asked={asked}
      titleOf={({ name }) => name}
      reasonOf={reasonFor}
      form={(found) => (
        <RoleForm
          key={found.id}
          projectRef={projectRef}
          existing={found}
          onDone={panel.endForm}
          onCancel={panel.leaveForm}
        />
      )}
      drop={(found) => ({
        text: 'Whoever connects as this role cannot any more. A role that owns something or holds rights cannot be dropped.',
        definition: null,
        send: (query) =>
          api.schemaChanges.deleteRole({
            params: { ref: projectRef, id: String(found.id) },
            query,
          }),
      })}
      notice={({ name }) => serviceRole(name) !== null && <Notice tone="info">{serviceRole(name)}</Notice>}
    >
      {(found) => (
        <FactList
          facts={[
            { label: 'Signs in', value: found.can_login ? 'Yes' : 'No' },
            { label: 'Attributes', value: attributesOf(found).join(', ') || 'None' },
            {
              label: 'Connections',
              value: `${found.active_connections} of at most ${found.connection_limit}`,
            },
            { label: 'Valid until', value: found.valid_until ?? 'Without end' },
            ...Object.entries(found.config ?? {}).map(([name, value]) => ({
              label: name,
              value: <code>{value}</code>,
            })),
          ]}
        />
      )}
    </ObjectPanel>
  );
}
