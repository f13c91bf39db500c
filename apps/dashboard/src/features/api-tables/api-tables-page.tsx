import type { ApiTable } from '@basalt/contract';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import classes from './api-tables-page.module.css';
import { closingSql, exposureOf } from './exposure.ts';
import type { TableSearch } from './find-tables.ts';
import { OpenInEditor } from './open-in-editor.tsx';
import { TableFilters } from './table-filters.tsx';
import { TableList } from './table-list.tsx';

interface ApiTablesPageProps {
  projectRef: string;
  search: TableSearch;
  onSearch: (search: TableSearch) => void;
}

/** Which tables the Data API exposes, to whom, and which of them are open to everybody. */
export function ApiTablesPage({ projectRef: ref, search, onSearch }: ApiTablesPageProps) {
  const { data, error, isError, refetch } = useQuery(
    orpc.dataApi.tables.queryOptions({ input: { ref }, refetchOnMount: 'always' }),
  );
  const toSettings = { to: '/project/$ref/settings/api', params: { ref }, hash: 'data-api' } as const;
  const toEditor = { to: '/project/$ref/sql', params: { ref } } as const;
  return (
    <Page
      title="API access"
      description="The tables and views of the exposed schemas, and who can reach them over the Data API."
      actions={<ButtonLink {...toSettings}>Data API settings</ButtonLink>}
    >
      {data === undefined && isError && (
        <ErrorState
          error={error}
          title="The exposed tables could not be loaded"
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && !isError && (
        <div role="status" aria-label="Loading tables" className={classes.loading}>
          <Skeleton height={30} radius={6} />
          <Skeleton height={273} radius={10} />
        </div>
      )}
      {data?.exposed_schemas.length === 0 && (
        <EmptyState
          title="The Data API is switched off"
          text="No schema is exposed, so no table can be reached over it."
          action={<ButtonLink {...toSettings}>Open Data API settings</ButtonLink>}
        />
      )}
      {data !== undefined && data.exposed_schemas.length > 0 && data.tables.length === 0 && (
        <EmptyState
          title="No tables yet"
          text={`There is no table or view in ${data.exposed_schemas.join(', ')}.`}
          action={
            <ButtonLink {...toEditor} variant="filled">
              Create one in the SQL editor
            </ButtonLink>
          }
        />
      )}
      {data !== undefined && data.tables.length > 0 && (
        <>
          <ExposedNotice projectRef={ref} tables={data.tables} />
          <TableFilters schemas={data.exposed_schemas} search={search} onSearch={onSearch} />
          <TableList projectRef={ref} tables={data.tables} search={search} />
        </>
      )}
    </Page>
  );
}

/** The tables that are open to everybody, and the SQL that closes them. Nothing when there are none. */
function ExposedNotice({ projectRef, tables }: { projectRef: string; tables: readonly ApiTable[] }) {
  const exposed = tables.filter((table) => exposureOf(table) === 'exposed');
  if (exposed.length === 0) return null;
  const sql = exposed.map(closingSql).join('\n');
  const title = exposed.length === 1 ? '1 table is' : `${exposed.length.toLocaleString('en')} tables are`;
  return (
    <Notice tone="danger" title={`${title} exposed without a policy`}>
      <div className={classes.body}>
        <p>
          Anyone with a publishable or anon key reaches every row, and every visitor of your app has one. Run
          this SQL to close {exposed.length === 1 ? 'it' : 'them'}, then add policies that let the right
          people in.
        </p>
        <CodeBlock label="SQL" value={sql} />
        <div>
          <OpenInEditor size="xs" projectRef={projectRef} name="Close exposed tables" sql={sql} />
        </div>
      </div>
    </Notice>
  );
}
