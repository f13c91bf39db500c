import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ReactFlowProvider } from '@xyflow/react';
import { useMemo, useState } from 'react';
import { api, orpc } from '../../../api/client.ts';
import { showToast } from '../../../lib/toast.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { copyAndTell } from '../../../ui/copy/write-clipboard.ts';
import { ChoiceField } from '../../../ui/fields/choice-field.tsx';
import { MenuButton } from '../../../ui/menus/menu-button.tsx';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { Page } from '../../../ui/pages/page.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { useChangeReason } from '../shared/object-actions.tsx';
import { ALL_SCHEMAS, schemasOf, USUAL_SCHEMA, useObjectSearch } from '../shared/object-search.ts';
import { inSchemas, type TableObject } from '../shared/objects.ts';
import { SchemaChoice } from '../shared/schema-choice.tsx';
import { RelationPanel } from '../tables/relation-panel.tsx';
import { useRealtime } from '../tables/use-realtime.ts';
import { DiagramCanvas } from './diagram-canvas.tsx';
import { diagramMarkdown } from './diagram-markdown.ts';
import { type Diagram, type DiagramTable, diagramOf } from './diagram-model.ts';
import { drawSvg } from './draw-svg.ts';
import type { Positions } from './layout.ts';
import { currentColors, savePng, saveSvg } from './save-image.ts';
import classes from './schema-diagram.module.css';
import { ScriptPanel } from './script-panel.tsx';
import { findTables, TableSearch } from './table-search.tsx';
import { type ColumnsShown, FOLDED_FROM } from './table-shape.ts';
import { useLayout } from './use-layout.ts';

/** More tables than this are more than anybody could find their way in. */
const MOST_TABLES = 2_000;
const TABLES_PER_PAGE = 500;

/** The tables of a schema and the keys between them, drawn. */
export function DiagramPage({ projectRef }: { projectRef: string }) {
  const [search] = useObjectSearch();
  const { data, error, refetch } = useTables(projectRef, schemasOf(search));
  const { schema = USUAL_SCHEMA } = search;
  return (
    <Page title="Schema diagram" width="full">
      <div className={classes.page}>
        {data === undefined ? (
          <>
            <div className={classes.bar}>
              <div className={classes.choice}>
                <SchemaChoice projectRef={projectRef} />
              </div>
            </div>
            <div className={classes.body}>
              {error === null ? (
                <div role="status" aria-label="Loading the tables">
                  <Skeleton height={320} radius={10} />
                </div>
              ) : (
                <ErrorState
                  error={error}
                  title="The tables could not be loaded"
                  onRetry={() => void refetch()}
                />
              )}
            </div>
          </>
        ) : (
          <ReactFlowProvider key={schema}>
            <Drawing projectRef={projectRef} schema={schema} {...data} />
          </ReactFlowProvider>
        )}
      </div>
    </Page>
  );
}

/** All tables of the schemas with their columns, as far as a diagram can hold them. */
function useTables(projectRef: string, schemas: string | undefined) {
  const input = { ...inSchemas(projectRef, schemas), include_columns: true, limit: TABLES_PER_PAGE };
  return useQuery({
    queryKey: [...orpc.schemaApi.key(), 'diagram', input],
    queryFn: async ({ signal }) => {
      const tables: TableObject[] = [];
      for (;;) {
        const page = await api.schemaApi.listTables({ ...input, offset: tables.length }, { signal });
        tables.push(...page);
        if (page.length < TABLES_PER_PAGE) return { tables, isComplete: true };
        if (tables.length >= MOST_TABLES) return { tables, isComplete: false };
      }
    },
    retry: false,
  });
}

interface DrawingProps {
  projectRef: string;
  schema: string;
  tables: readonly TableObject[];
  isComplete: boolean;
}

function Drawing({ projectRef, schema, tables, isComplete }: DrawingProps) {
  const [{ kind, open, q }, change] = useObjectSearch();
  const diagram = useMemo(() => diagramOf(tables), [tables]);
  const [marked, setMarked] = useState(() => findTables(diagram, q ?? '')[0] ?? null);
  const [round, setRound] = useState(0);
  const [isScript, setScript] = useState(false);
  const isRealtime = useRealtime(projectRef);
  const usual: ColumnsShown = tables.length >= FOLDED_FROM ? 'keys' : 'all';
  const shown: ColumnsShown = kind === 'all' || kind === 'keys' ? kind : usual;
  const layout = useLayout(projectRef, schema, diagram, shown);
  const openTable = ({ id, schema: other, name }: DiagramTable) =>
    id === null ? change({ schema: other, q: name }) : change({ open: String(id) });
  return (
    <>
      <div className={classes.bar}>
        <div className={classes.choice}>
          <SchemaChoice projectRef={projectRef} />
        </div>
        <TableSearch diagram={diagram} onMark={setMarked} />
        <div className={classes.end}>
          <ChoiceField
            label="Columns"
            value={shown}
            options={[
              { value: 'all', label: 'All columns' },
              { value: 'keys', label: 'Keys only' },
            ]}
            onChange={(next) => change({ kind: next === usual ? undefined : next })}
          />
          <Button
            disabled={!layout.isRemembered}
            onClick={() => {
              layout.forget();
              setRound(round + 1);
            }}
          >
            Lay out again
          </Button>
          <ExportMenu
            name={schema === ALL_SCHEMAS ? 'schemas' : schema}
            diagram={diagram}
            shown={shown}
            positions={layout.positions}
            onScript={() => setScript(true)}
          />
        </div>
      </div>
      {!isComplete && (
        <div className={classes.note}>
          <Notice tone="info">
            {`These are the first ${tables.length.toLocaleString('en')} tables, sorted by name. Choose one schema to see fewer.`}
          </Notice>
        </div>
      )}
      {tables.length === 0 && <NoTables projectRef={projectRef} schema={schema} />}
      {tables.length > 0 && layout.positions === null && (
        <div className={classes.body} role="status" aria-label="Laying out the tables">
          <Skeleton height={320} radius={10} />
        </div>
      )}
      {tables.length > 0 && layout.positions !== null && (
        <DiagramCanvas
          key={`${shown}${round}`}
          label={`Diagram of ${schema === ALL_SCHEMAS ? 'all schemas' : `the schema ${schema}`}`}
          diagram={diagram}
          shown={shown}
          positions={layout.positions}
          marked={marked}
          onMark={setMarked}
          onOpen={openTable}
          onMove={layout.remember}
        />
      )}
      <RelationPanel projectRef={projectRef} kind="tables" isRealtime={isRealtime} />
      <ScriptPanel
        projectRef={projectRef}
        opened={isScript && open === undefined}
        schemas={schema === ALL_SCHEMAS ? undefined : schema}
        onClose={() => setScript(false)}
      />
    </>
  );
}

function NoTables({ projectRef, schema }: { projectRef: string; schema: string }) {
  const reason = useChangeReason(projectRef)(schema);
  return (
    <div className={classes.body}>
      <EmptyState
        title="No tables here"
        text={
          schema === ALL_SCHEMAS
            ? 'There is no table in this database.'
            : `There is no table in the schema ${schema}.`
        }
        action={
          reason === null && (
            <ButtonLink
              variant="filled"
              to="/project/$ref/database/tables/new"
              params={{ ref: projectRef }}
              search={schema === ALL_SCHEMAS ? {} : { schema }}
            >
              New table
            </ButtonLink>
          )
        }
      />
    </div>
  );
}

interface ExportMenuProps {
  /** Of the files. */
  name: string;
  diagram: Diagram;
  shown: ColumnsShown;
  positions: Positions | null;
  onScript: () => void;
}

function ExportMenu({ name, diagram, shown, positions, onScript }: ExportMenuProps) {
  const reason = positions === null || diagram.tables.length === 0 ? 'There is nothing drawn.' : null;
  const drawn = () => drawSvg(diagram, positions ?? {}, shown, currentColors());
  return (
    <MenuButton
      label="Export"
      align="end"
      entries={() => [
        {
          label: 'PNG image',
          text: 'All tables as they stand',
          reason,
          onChoose: () =>
            void savePng(name, drawn()).catch((error: unknown) =>
              showToast('failed', error instanceof Error ? error.message : 'The image could not be drawn.'),
            ),
        },
        {
          label: 'SVG image',
          text: 'The same, sharp at any size',
          reason,
          onChoose: () => saveSvg(name, drawn()),
        },
        { label: 'SQL…', text: 'Statements that make types and tables', onChoose: onScript },
        {
          label: 'Copy as Markdown',
          text: 'For documents and assistants',
          reason,
          onChoose: () => void copyAndTell(diagramMarkdown(diagram)),
        },
      ]}
    />
  );
}
