import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../../api/client.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { type Fact, FactList } from '../../../ui/lists/fact-list.tsx';
import { Tag } from '../../../ui/status/tag.tsx';
import { Definition, Part } from '../shared/definition.tsx';
import classes from '../shared/details-panel.module.css';
import { DetailsPanel } from '../shared/details-panel.tsx';
import { useChangeReason } from '../shared/object-actions.tsx';
import type { TableObject } from '../shared/objects.ts';
import { useObjectPanel } from '../shared/use-object-panel.ts';
import { columnType, RELATION_KINDS, type RelationKind } from './relation.ts';

interface RelationPanelProps {
  projectRef: string;
  kind: RelationKind;
  isRealtime: (id: number) => boolean;
}

type Relation = Partial<TableObject> &
  Pick<TableObject, 'id' | 'schema' | 'name' | 'comment' | 'columns'> & {
    definition?: string | null;
    is_populated?: boolean;
    is_updatable?: boolean;
    foreign_server_name?: string;
  };

/** Pages that list what belongs to a table. */
const OF_RELATIONS = [
  { label: 'Policies', to: '/project/$ref/database/policies' },
  { label: 'Indexes', to: '/project/$ref/database/indexes' },
  { label: 'Triggers', to: '/project/$ref/database/triggers' },
] as const;

/** Everything about one table or view. */
export function RelationPanel({ projectRef, kind, isRealtime }: RelationPanelProps) {
  const { open, close } = useObjectPanel();
  const asked = useRelation(projectRef, kind, open);
  const reason = useChangeReason(projectRef);
  return (
    <DetailsPanel<Relation>
      noun={RELATION_KINDS[kind].noun[0]}
      asked={open === undefined ? null : asked}
      titleOf={({ schema, name }) => `${schema}.${name}`}
      onClose={close}
    >
      {(relation) => (
        <>
          <div className={classes.tools}>
            <ButtonLink
              variant="filled"
              to="/project/$ref/editor/$id"
              params={{ ref: projectRef, id: String(relation.id) }}
            >
              Open rows
            </ButtonLink>
            {kind === 'tables' && reason(relation.schema) === null && (
              <ButtonLink
                to="/project/$ref/database/tables/$id/edit"
                params={{ ref: projectRef, id: String(relation.id) }}
              >
                Change table
              </ButtonLink>
            )}
            {OF_RELATIONS.map(({ label, to }) => (
              <ButtonLink
                key={to}
                to={to}
                params={{ ref: projectRef }}
                search={{ schema: relation.schema, q: relation.name }}
              >
                {label}
              </ButtonLink>
            ))}
          </div>
          <FactList facts={factsOf(relation, isRealtime)} />
          <Columns relation={relation} />
          <RelationDefinition projectRef={projectRef} relation={relation} />
        </>
      )}
    </DetailsPanel>
  );
}

function useRelation(projectRef: string, kind: RelationKind, open: string | undefined) {
  const options = { input: { ref: projectRef, id: open ?? '0' } };
  const isAsked = (wanted: RelationKind) => ({
    enabled: open !== undefined && kind === wanted,
    retry: false,
  });
  const { schemaApi } = orpc;
  const table = useQuery({ ...schemaApi.getTable.queryOptions(options), ...isAsked('tables') });
  const view = useQuery({ ...schemaApi.getView.queryOptions(options), ...isAsked('views') });
  const materialized = useQuery({
    ...schemaApi.getMaterializedView.queryOptions(options),
    ...isAsked('materialized-views'),
  });
  const foreign = useQuery({
    ...schemaApi.getForeignTable.queryOptions(options),
    ...isAsked('foreign-tables'),
  });
  return { tables: table, views: view, 'materialized-views': materialized, 'foreign-tables': foreign }[kind];
}

function factsOf(relation: Relation, isRealtime: (id: number) => boolean): Fact[] {
  const { id, schema, name, comment, size, live_rows_estimate: rows, primary_keys: keys } = relation;
  const facts: (Fact | null)[] = [
    { label: 'Name', value: `${schema}.${name}`, copy: `${schema}.${name}` },
    comment === null ? null : { label: 'Comment', value: comment },
    size === undefined ? null : { label: 'Size', value: `${size} with indexes` },
    rows === undefined ? null : { label: 'Rows', value: `About ${Number(rows).toLocaleString('en')}` },
    keys === undefined
      ? null
      : { label: 'Primary key', value: keys.length === 0 ? 'None' : keys.map((key) => key.name).join(', ') },
    relation.rls_enabled === undefined
      ? null
      : {
          label: 'Row level security',
          value: `${relation.rls_enabled ? 'On' : 'Off'}${relation.rls_forced ? ', for the owner too' : ''}`,
        },
    relation.rls_enabled === undefined ? null : { label: 'Realtime', value: isRealtime(id) ? 'On' : 'Off' },
    relation.is_updatable === undefined
      ? null
      : { label: 'Can be written', value: relation.is_updatable ? 'Yes' : 'No' },
    relation.is_populated === undefined
      ? null
      : { label: 'Filled', value: relation.is_populated ? 'Yes' : 'No: refresh it before it is read' },
    relation.foreign_server_name === undefined
      ? null
      : { label: 'Server', value: relation.foreign_server_name },
  ];
  return facts.filter((fact) => fact !== null);
}

function Columns({ relation: { columns = [], primary_keys: keys = [] } }: { relation: Relation }) {
  const inKey = new Set(keys.map(({ name }) => name));
  return (
    <Part title={`Columns (${columns.length})`}>
      <ul className={classes.list}>
        {columns.map((column) => (
          <li key={column.id}>
            <strong>{column.name}</strong>
            <code>{columnType(column)}</code>
            <span className={classes.tags}>
              {inKey.has(column.name) && <Tag tone="info">Primary key</Tag>}
              {!column.is_nullable && <Tag>Not null</Tag>}
              {column.is_identity && <Tag>Identity</Tag>}
              {column.is_generated && <Tag>Generated</Tag>}
              {column.is_unique && <Tag>Unique</Tag>}
            </span>
            {column.default_value !== null && (
              <span className={classes.quiet}>
                = <code>{column.default_value}</code>
              </span>
            )}
            {column.comment !== null && <span className={classes.quiet}>{column.comment}</span>}
          </li>
        ))}
      </ul>
      {columns.length === 0 && <p className={classes.quiet}>It has no columns.</p>}
    </Part>
  );
}

/** The statements that make it, with keys, indexes, policies and triggers. */
function RelationDefinition({ projectRef, relation }: { projectRef: string; relation: Relation }) {
  const { data, error } = useQuery({
    ...orpc.tableRows.table.queryOptions({ input: { ref: projectRef, id: String(relation.id) } }),
    retry: false,
  });
  return <Definition projectRef={projectRef} name={relation.name} sql={data?.definition} error={error} />;
}
