import { useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../../api/client.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { ChoiceField } from '../../../ui/fields/choice-field.tsx';
import { nameColumn } from '../../../ui/lists/name-column.tsx';
import type { VirtualColumn } from '../../../ui/lists/virtual-table.tsx';
import { Tag } from '../../../ui/status/tag.tsx';
import { useChangeReason } from '../shared/object-actions.tsx';
import filters from '../shared/object-page.module.css';
import { ObjectPage } from '../shared/object-page.tsx';
import { schemasOf, useObjectSearch } from '../shared/object-search.ts';
import { inSchemas } from '../shared/objects.ts';
import { usePaged } from '../shared/use-paged.ts';
import {
  type ListedRelation,
  RELATION_KINDS,
  type RelationKind,
  relationKind,
  relationOf,
} from './relation.ts';
import { RelationPanel } from './relation-panel.tsx';
import { useRealtime } from './use-realtime.ts';

const TABLE_COLUMNS: readonly VirtualColumn<ListedRelation>[] = [
  {
    key: 'rows',
    header: 'Rows (about)',
    width: '110px',
    align: 'right',
    isMinor: true,
    render: ({ rows }) => (rows === null ? '–' : Number(rows).toLocaleString('en')),
  },
  { key: 'size', header: 'Size', width: '80px', align: 'right', render: ({ size }) => size },
  {
    key: 'rls',
    header: 'RLS',
    width: '56px',
    render: ({ rls }) => <Tag tone={rls ? 'ok' : 'warn'}>{rls ? 'On' : 'Off'}</Tag>,
  },
];

/** Tables, views, materialized views and foreign tables: one kind at a time, with what matters about each. */
export function TablesPage({ projectRef }: { projectRef: string }) {
  const [search, change] = useObjectSearch();
  const kind = relationKind(search.kind);
  const schemas = schemasOf(search);
  const list = useRelations(projectRef, kind, schemas, search.q !== undefined);
  const exposed = useExposed(projectRef);
  const published = useRealtime(projectRef);
  const reason = useChangeReason(projectRef)(schemas);
  const { noun, isTable } = RELATION_KINDS[kind];
  return (
    <ObjectPage<ListedRelation>
      projectRef={projectRef}
      title="Tables"
      description="What holds or shows the rows of this database: how large it is, and who can reach it."
      noun={noun}
      list={list}
      hasSchemas
      actions={
        reason === null && isTable ? (
          <ButtonLink
            variant="filled"
            to="/project/$ref/database/tables/new"
            params={{ ref: projectRef }}
            search={schemas === undefined ? {} : { schema: schemas }}
          >
            New table
          </ButtonLink>
        ) : undefined
      }
      filters={
        <div className={filters.choice}>
          <ChoiceField
            label="Kind"
            value={kind}
            options={Object.entries(RELATION_KINDS).map(([value, { label }]) => ({ value, label }))}
            onChange={(next) => change({ kind: next === 'tables' ? undefined : next })}
          />
        </div>
      }
      idOf={({ id }) => String(id)}
      textOf={({ schema, name, comment }) => `${schema}.${name} ${comment ?? ''}`}
      columns={[
        nameColumn('minmax(0, 2fr)', ({ id, name, schema }) => ({ id, name, title: `${schema}.${name}` })),
        {
          key: 'schema',
          header: 'Schema',
          width: 'minmax(0, 1fr)',
          isMinor: true,
          render: ({ schema }) => schema,
        },
        ...(isTable ? TABLE_COLUMNS : []),
        {
          key: 'reach',
          header: 'Reached by',
          width: 'minmax(120px, 1fr)',
          isMinor: true,
          render: ({ id }) => (
            <>
              {exposed.get(id) === 'open' && <Tag tone="danger">Everybody</Tag>}
              {exposed.get(id) === 'api' && <Tag tone="info">Data API</Tag>}
              {published(id) && <Tag>Realtime</Tag>}
            </>
          ),
        },
      ]}
      empty={{
        title: `No ${noun[1]} here`,
        text: `There is no ${noun[0]} in ${schemas === undefined ? 'this database' : `the schema ${schemas}`}.`,
      }}
    >
      <RelationPanel projectRef={projectRef} kind={kind} isRealtime={published} />
    </ObjectPage>
  );
}

function useRelations(projectRef: string, kind: RelationKind, schemas: string | undefined, isWhole: boolean) {
  const input = { ...inSchemas(projectRef, schemas), include_columns: false };
  return usePaged<ListedRelation>({
    queryKey: [...orpc.schemaApi.key(), 'relations', kind, input],
    isWhole,
    load: async (page, signal) => {
      const asked = { ...input, ...page };
      switch (kind) {
        case 'tables':
          return (await api.schemaApi.listTables(asked, { signal })).map(relationOf);
        case 'views':
          return (await api.schemaApi.listViews(asked, { signal })).map(relationOf);
        case 'materialized-views':
          return (await api.schemaApi.listMaterializedViews(asked, { signal })).map(relationOf);
        case 'foreign-tables':
          return (await api.schemaApi.listForeignTables(asked, { signal })).map(relationOf);
      }
    },
  });
}

/** Which tables the Data API serves, and which of them to everybody. Empty while that is not known. */
function useExposed(projectRef: string): ReadonlyMap<number, 'open' | 'api'> {
  const { data } = useQuery({
    ...orpc.dataApi.tables.queryOptions({ input: { ref: projectRef } }),
    retry: false,
    staleTime: 30_000,
  });
  const reached = (data?.tables ?? []).filter(
    ({ anon_access, authenticated_access }) => anon_access || authenticated_access,
  );
  return new Map(
    reached.map(({ id, exposed_without_policy: open }) => [id, open ? ('open' as const) : ('api' as const)]),
  );
}
