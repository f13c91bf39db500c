import type { ChartConfig } from '@basalt/contract';
import { nameOfSql } from '@basalt/sql';
import { IconGripVertical } from '@tabler/icons-react';
import { showToast } from '../../lib/toast.ts';
import bar from '../bar-button.module.css';
import { withAxes } from '../chart/axes.ts';
import { type NewCard, setDraggedCard, useOpenReport } from '../open-report.ts';
import type { ResultSet } from '../run/run-output.ts';

interface AddToReportProps {
  /** Left out: it is named after its text. */
  name?: string;
  /** The text as it was typed, with its parameters. */
  sql: () => string;
  shown: ResultSet;
  chart: ChartConfig;
}

/** Puts a result on the report beside it: by dragging it there, or by a press. Nothing while no report is open. */
export function AddToReport({ name, sql, shown, chart }: AddToReportProps) {
  const report = useOpenReport();
  const { fields, rows } = shown;
  if (report === null || fields === null) return null;
  const card = (): NewCard => ({
    name: name ?? nameOfSql(sql()) ?? 'New query',
    sql: sql(),
    chart: withAxes(chart, fields, rows),
  });
  return (
    <button
      type="button"
      className={bar.button}
      draggable
      aria-label="Add to report"
      title={`Drag to ${report.name}, or press to put it at the end`}
      onDragStart={(event) => {
        setDraggedCard(card());
        event.dataTransfer.effectAllowed = 'copy';
        // Some browsers drag nothing without data.
        event.dataTransfer.setData('text/plain', sql());
      }}
      onDragEnd={() => setDraggedCard(null)}
      onClick={() => {
        report.add(card());
        void showToast('done', `Added the result to ${report.name}`);
      }}
    >
      <IconGripVertical size={14} stroke={1.75} aria-hidden />
      <span className={bar.word}>Add to report</span>
    </button>
  );
}
