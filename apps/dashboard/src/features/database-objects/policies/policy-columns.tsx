import { OpenLink } from '../../../ui/lists/name-column.tsx';
import type { VirtualColumn } from '../../../ui/lists/virtual-table.tsx';
import { Tag } from '../../../ui/status/tag.tsx';
import type { PolicyRow } from './policy-rows.ts';

/** What a list tells of each policy. */
export const POLICY_COLUMNS: readonly VirtualColumn<PolicyRow<unknown>>[] = [
  {
    key: 'name',
    header: 'Policy',
    width: 'minmax(0, 2fr)',
    render: ({ policy }) => policy && <OpenLink id={policy.id} name={policy.name} />,
  },
  {
    key: 'command',
    header: 'Command',
    width: '80px',
    render: ({ policy }) => <code>{policy?.command}</code>,
  },
  {
    key: 'roles',
    header: 'For',
    width: 'minmax(0, 1fr)',
    isMinor: true,
    render: ({ policy }) => policy?.roles.map((role) => (role === 'public' ? 'everybody' : role)).join(', '),
  },
  {
    key: 'action',
    header: 'Kind',
    width: '100px',
    isMinor: true,
    render: ({ policy }) =>
      policy?.action === 'RESTRICTIVE' ? <Tag tone="warn">Restrictive</Tag> : <Tag>Permissive</Tag>,
  },
];
