import type { ListedTable } from '@basalt/contract';
import { IconEye, IconLayersIntersect, IconStack2, IconTable, IconWorldShare } from '@tabler/icons-react';

const ICONS = {
  table: IconTable,
  'partitioned table': IconStack2,
  'foreign table': IconWorldShare,
  view: IconEye,
  'materialized view': IconLayersIntersect,
} as const;

/** What kind of table or view it is, as a sign. */
export function TableIcon({ kind }: Pick<ListedTable, 'kind'>) {
  const Icon = ICONS[kind];
  return <Icon size={15} stroke={1.6} aria-hidden="true" />;
}

const LABELS = {
  table: 'Table',
  'partitioned table': 'Partitioned table',
  'foreign table': 'Foreign table',
  view: 'View',
  'materialized view': 'Materialized view',
} as const;

export function kindLabel(kind: ListedTable['kind']): string {
  return LABELS[kind];
}
