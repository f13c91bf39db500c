import type { GridTable, RowReach } from '@basalt/contract';
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import { orpc } from '../../../api/client.ts';
import form from '../../../ui/form.module.css';
import { Notice } from '../../../ui/pages/notice.tsx';
import { Tag } from '../../../ui/status/tag.tsx';
import type { Viewer } from '../toolbar/view-as.tsx';
import classes from './panels.module.css';
import { ANSWERS, reachText } from './reach-text.ts';
import { SidePanel } from './side-panel.tsx';

interface RowReachPanelProps {
  projectRef: string;
  table: GridTable;
  /** The columns that tell its rows apart. */
  tableKey: readonly string[];
  viewer: Viewer;
  onClose: () => void;
}

/** Whether somebody sees one row, and which policies let it through or keep it back. */
export function RowReachPanel({ projectRef: ref, table, tableKey, viewer, onClose }: RowReachPanelProps) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const asked = useMutation(orpc.tableRows.explainRow.mutationOptions());
  const error = asked.error === null ? null : toApiError(asked.error);
  function look(event: FormEvent) {
    event.preventDefault();
    const key = Object.fromEntries(tableKey.map((name) => [name, values[name] ?? '']));
    asked.mutate({ ref, id: String(table.id), key, as: viewer.as });
  }
  return (
    <SidePanel title="Look for a row" onClose={onClose}>
      <p className={classes.note}>
        Whether {viewer.words} sees a row, and what each policy says about it. Nothing is changed.
      </p>
      <form className={form.form} onSubmit={look} noValidate>
        {tableKey.map((name) => (
          <TextInput
            key={name}
            label={name}
            description={table.columns.find((column) => column.name === name)?.type}
            value={values[name] ?? ''}
            error={error?.field === name ? error.message : undefined}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setValues((before) => ({ ...before, [name]: value }));
            }}
            autoComplete="off"
            spellCheck={false}
          />
        ))}
        <div>
          <Button type="submit" variant="filled" loading={asked.isPending}>
            Look
          </Button>
        </div>
      </form>
      {error !== null && !tableKey.includes(error.field ?? '') && (
        <Notice tone="danger" title="The row could not be looked for">
          {error.message}
        </Notice>
      )}
      {asked.data !== undefined && !asked.isPending && (
        <Reach reach={asked.data} table={table} words={viewer.words} />
      )}
    </SidePanel>
  );
}

function Reach({ reach, table, words }: { reach: RowReach; table: GridTable; words: string }) {
  return (
    <>
      <div role="status">
        <Notice tone={reach.is_seen ? 'info' : 'warn'}>{reachText(reach, words)}</Notice>
      </div>
      {reach.is_found && !table.is_exposed && (
        <p className={classes.note}>The Data API does not serve this table, so it answers no row of it.</p>
      )}
      {reach.policies.length > 0 && (
        <ul className={classes.policies} aria-label="What the policies say">
          {reach.policies.map(({ name, kind, expression, result, problem }) => (
            <li key={name} className={classes.change}>
              <header>
                <strong>{name}</strong>
                <Tag tone={ANSWERS[result].tone}>{ANSWERS[result].label}</Tag>
              </header>
              <span className={classes.faint}>{kind === 'restrictive' ? 'Restrictive' : 'Permissive'}</span>
              <code>{expression ?? 'It has no condition on rows that are read.'}</code>
              {problem !== null && <span>{problem}</span>}
            </li>
          ))}
        </ul>
      )}
      {reach.is_rls_active && reach.other_policies > 0 && (
        <p className={classes.note}>
          {reach.other_policies === 1 ? 'Another policy of the table is' : `${reach.other_policies} more are`}{' '}
          for other roles, or not for reading.
        </p>
      )}
    </>
  );
}
