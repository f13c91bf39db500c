import type { ApiTable } from '@basalt/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { Labelled } from '../../ui/fields/labelled.tsx';
import { RadioGroup } from '../../ui/fields/radio-group.tsx';
import { type Audience, idColumns, LIKELY_OWNER, ownerColumn, policySql } from './policy-sql.ts';

const AUDIENCES: ReadonlyArray<{ value: Audience; label: string; description: string }> = [
  {
    value: 'signed-in',
    label: 'Signed-in users',
    description: 'Everybody who has signed in can read all rows.',
  },
  { value: 'owner', label: 'Owners', description: 'Users can read and change the rows that belong to them.' },
  { value: 'public', label: 'Everybody', description: 'All rows can be read without signing in.' },
];

/** Which policy somebody has chosen, as SQL, and whether its column is only a guess. */
export interface ChosenPolicy {
  audience: Audience;
  onAudience: (audience: Audience) => void;
  /** The columns that could hold the owner's id. */
  columns: readonly string[];
  column: string | null;
  onColumn: (column: string) => void;
  sql: string;
}

/** The policy that is chosen for a table; its columns are read when the owner's is needed. */
export function usePolicyChoice(projectRef: string, table: ApiTable): ChosenPolicy {
  const [audience, onAudience] = useState<Audience>('signed-in');
  const [chosen, onColumn] = useState<string | null>(null);
  const { data } = useQuery({
    ...orpc.database.completion.queryOptions({ input: { ref: projectRef } }),
    enabled: audience === 'owner',
    retry: false,
  });
  const found = data?.tables.find(({ schema, name }) => schema === table.schema && name === table.name);
  const columns = idColumns(found?.columns ?? []);
  const column = chosen ?? ownerColumn(columns);
  return {
    audience,
    onAudience,
    columns,
    column,
    onColumn,
    sql: policySql(table, audience, column ?? LIKELY_OWNER),
  };
}

/** Whom the first policy of a table lets in. */
export function PolicyChoice({ audience, onAudience, columns, column, onColumn }: ChosenPolicy) {
  return (
    <>
      <RadioGroup label="Who gets in" options={AUDIENCES} value={audience} onChange={onAudience} />
      {audience === 'owner' && column === null && (
        <p>
          Put the column that holds the id of a row’s owner in place of <code>{LIKELY_OWNER}</code>.
        </p>
      )}
      {audience === 'owner' && column !== null && (
        <Labelled label="Column with the owner’s id" hint="A row belongs to the user whose id stands there.">
          <ChoiceField
            label="Column with the owner’s id"
            value={column}
            options={columns.map((name) => ({ value: name, label: name }))}
            onChange={onColumn}
          />
        </Labelled>
      )}
    </>
  );
}
