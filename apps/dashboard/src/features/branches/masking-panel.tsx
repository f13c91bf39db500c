import {
  type MaskedColumn,
  type MaskedTable,
  type MaskRule,
  type Project,
  RULES_OF_KIND,
} from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import form from '../../ui/form.module.css';
import { UnfoldingRow } from '../../ui/lists/unfolding-row.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { SidePanel } from '../../ui/pages/side-panel.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import classes from './masking-panel.module.css';

const LABELS: Record<MaskRule, string> = {
  keep: 'Keep',
  null: 'Empty',
  hash: 'Hash',
  email: 'Made-up e-mail',
  name: 'Made-up name',
  phone: 'Made-up phone number',
  address: 'Made-up address',
  company: 'Made-up company',
  url: 'Made-up URL',
  ip: 'Made-up IP address',
  number: 'Other number',
  date: 'Other day',
};

const ROWS = ['', '0', '100', '1000', '10000', '100000'];
const rowsLabel = (most: string) => {
  if (most === '') return 'All rows';
  return most === '0' ? 'No rows' : `At most ${Number(most).toLocaleString('en-US')} rows`;
};

/** As many tables are shown; others are found by their names. */
const MOST_SHOWN = 50;

interface MaskingPanelProps {
  project: Project;
  opened: boolean;
  onClose: () => void;
}

/** The rules by which rows of a project come into its masked branches. */
export function MaskingPanel({ project, opened, onClose }: MaskingPanelProps) {
  return (
    <SidePanel opened={opened} onClose={onClose} title={`Masked data of ${project.name}`}>
      {opened && <Loaded projectRef={project.ref} onDone={onClose} />}
    </SidePanel>
  );
}

function Loaded({ projectRef, onDone }: { projectRef: string; onDone: () => void }) {
  const { data, error, refetch } = useQuery({
    ...orpc.branchMasking.get.queryOptions({ input: { ref: projectRef } }),
    refetchOnMount: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  if (data !== undefined) return <Rules projectRef={projectRef} before={data.tables} onDone={onDone} />;
  if (error !== null)
    return <ErrorState error={error} title="The tables could not be loaded" onRetry={() => void refetch()} />;
  return (
    <div role="status" aria-label="Loading tables">
      <Skeleton height={240} radius={10} />
    </div>
  );
}

const keyOf = ({ schema, table }: MaskedTable) => JSON.stringify([schema, table]);

interface RulesProps {
  projectRef: string;
  before: readonly MaskedTable[];
  onDone: () => void;
}

function Rules({ projectRef: ref, before, onDone }: RulesProps) {
  const [changed, setChanged] = useState<ReadonlyMap<string, MaskedTable>>(new Map());
  const [search, setSearch] = useState('');
  const queries = useQueryClient();
  const save = useAction({
    mutation: orpc.branchMasking.set.mutationOptions(),
    done: 'Saved the rules',
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: orpc.branchMasking.key() });
      onDone();
    },
  });
  const tables = before.map((table) => changed.get(keyOf(table)) ?? table);
  const found = tables.filter(({ schema, table }) =>
    `${schema}.${table}`.toLowerCase().includes(search.trim().toLowerCase()),
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!save.isRunning) void save.run({ ref, tables: tables.flatMap(rulesOf) });
  }

  if (tables.length === 0)
    return <p>The project has no tables yet. What is made later is masked as usual.</p>;
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <UnsavedGuard when={changed.size > 0 && !save.isRunning} />
      <p className={classes.intro}>
        What people have written is masked, and keys, numbers, dates and flags are kept, unless a rule says
        otherwise. Users lose their passwords and what names them; files, secrets, sessions and logs stay out.
        The rules count from the next branch or reset on.
      </p>
      <SearchField label="Search for a table" value={search} onChange={setSearch} />
      <ul className={classes.tables} aria-label="Tables">
        {found.slice(0, MOST_SHOWN).map((table) => (
          <UnfoldingRow
            key={keyOf(table)}
            className={classes.row}
            details={
              <TableRules
                table={table}
                onChange={(next) => setChanged(new Map([...changed, [keyOf(table), next]]))}
              />
            }
          >
            <strong className={classes.name}>
              {table.schema}.{table.table}
            </strong>
            <span className={classes.dim}>{summaryOf(table)}</span>
          </UnfoldingRow>
        ))}
      </ul>
      {found.length > MOST_SHOWN && (
        <p className={classes.dim}>{found.length - MOST_SHOWN} more. Search for them by name.</p>
      )}
      {found.length === 0 && <p className={classes.dim}>No table has such a name.</p>}
      {save.error !== null && <Notice tone="danger">Failed to save the rules: {save.error.message}</Notice>}
      <div className={form.foot}>
        <Button type="submit" variant="filled" disabled={changed.size === 0} loading={save.isRunning}>
          Save rules
        </Button>
      </div>
    </form>
  );
}

function rulesOf({ schema, table, most_rows, columns }: MaskedTable) {
  const own = columns.flatMap(({ name, rule }) => (rule === null ? [] : [{ name, rule }]));
  return own.length === 0 && most_rows === null ? [] : [{ schema, table, most_rows, columns: own }];
}

function summaryOf({ most_rows, columns }: MaskedTable): string {
  if (most_rows === 0) return 'No rows';
  const masked = columns.filter(({ rule, usual }) => (rule ?? usual) !== 'keep').length;
  const rows = most_rows === null ? '' : `${rowsLabel(String(most_rows))}, `;
  return `${rows}${masked} of ${columns.length} columns masked`;
}

function TableRules({ table, onChange }: { table: MaskedTable; onChange: (table: MaskedTable) => void }) {
  const most = table.most_rows === null ? '' : String(table.most_rows);
  const rows = ROWS.includes(most) ? ROWS : [...ROWS, most];
  const choose = (name: string, rule: MaskRule | null) =>
    onChange({
      ...table,
      columns: table.columns.map((column) => (column.name === name ? { ...column, rule } : column)),
    });
  return (
    <div className={classes.rules}>
      <span className={classes.label}>
        Rows <span className={classes.dim}>the newest; those that name missing ones go too</span>
      </span>
      <ChoiceField
        label={`Rows of ${table.table}`}
        value={most}
        options={rows.map((value) => ({ value, label: rowsLabel(value) }))}
        onChange={(value) => onChange({ ...table, most_rows: value === '' ? null : Number(value) })}
      />
      {table.columns.map((column) => (
        <ColumnRule key={column.name} column={column} onChange={(rule) => choose(column.name, rule)} />
      ))}
    </div>
  );
}

interface ColumnRuleProps {
  column: MaskedColumn;
  onChange: (rule: MaskRule | null) => void;
}

function ColumnRule({ column: { name, type, kind, usual, rule }, onChange }: ColumnRuleProps) {
  const rules = RULES_OF_KIND[kind];
  return (
    <>
      <span className={classes.label}>
        {name} <span className={classes.dim}>{type}</span>
      </span>
      <ChoiceField
        label={`Rule of ${name}`}
        value={rule ?? ''}
        options={[
          { value: '', label: `As usual: ${LABELS[usual]}` },
          ...rules.map((value) => ({ value, label: LABELS[value] })),
        ]}
        onChange={(value) => onChange(rules.find((each) => each === value) ?? null)}
      />
    </>
  );
}
