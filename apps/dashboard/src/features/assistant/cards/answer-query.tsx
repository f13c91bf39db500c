import type { ChartConfig } from '@basalt/contract';
import { isReadOnlySelect } from '@basalt/sql';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useProject } from '../../../api/use-project.ts';
import { QueryCard } from '../../../query/card/query-card.tsx';
import { isWrite } from './sql-block.ts';

interface AnswerQueryProps {
  projectRef: string;
  id: string;
  title: string;
  sql: string;
  chart: ChartConfig;
  /** Rows that it answered before. */
  kept: readonly Record<string, unknown>[] | undefined;
  /** False while the answer goes on: nothing runs that may still change. */
  isWhole: boolean;
  onRows: (rows: Record<string, string | null>[]) => void;
}

/** Rows that are kept with a message. */
const KEPT_ROWS = 100;

/**
 * A query of an answer. One that only reads runs by itself once, on the read-only connection; one that writes waits for Run and a
 * yes (spec §4, §5).
 */
export function AnswerQuery(props: AnswerQueryProps) {
  const { projectRef, id, title, sql, kept, isWhole, onRows } = props;
  const [chart, setChart] = useState(props.chart);
  const queries = useQueryClient();
  const { data: project } = useProject(projectRef);
  if (project === undefined) return null;
  const { read_sql: mayRead, run_sql: mayWrite } = project.abilities;
  const writes = isWrite(sql);
  return (
    <QueryCard
      // What runs by itself is decided when the card appears.
      key={String(isWhole)}
      projectRef={projectRef}
      id={id}
      title={title}
      sql={sql}
      chart={chart}
      onChartChange={setChart}
      parameters={NO_PARAMETERS}
      runOnLoad={isWhole && kept === undefined && mayRead && isReadOnlySelect(sql)}
      refreshKey={0}
      showRunButton={mayWrite}
      asksFirst={writes}
      defaultShowSql={kept === undefined && (writes || !isReadOnlySelect(sql))}
      kept={kept}
      addsToReport
      onRows={(rows) => onRows(rows.slice(0, KEPT_ROWS))}
      onBusyChange={(isBusy) => {
        // Whatever page is beside the panel may show what has just been changed.
        if (!isBusy && writes) void queries.invalidateQueries({ predicate: isOfDatabase });
      }}
    />
  );
}

const NO_PARAMETERS: Record<string, string> = {};

const ofDatabase = new Set(['schemaApi', 'tableRows', 'objectDetails', 'authUsers', 'storageBuckets']);

function isOfDatabase({ queryKey: [path] }: { queryKey: readonly unknown[] }): boolean {
  return Array.isArray(path) && ofDatabase.has(String(path[0]));
}
