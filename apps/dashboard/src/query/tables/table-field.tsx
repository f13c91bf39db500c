import { Autocomplete } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';

export interface TableName {
  id: number;
  schema: string;
  name: string;
}

interface TableFieldProps {
  projectRef: string;
  schema: string;
  value: TableName | null;
  onChange: (table: TableName | null) => void;
  error?: string | undefined;
}

const MAX_FOUND = 30;

/** A table or view, found by a part of its name. */
export function TableField({ projectRef, schema, value, onChange, error }: TableFieldProps) {
  const [text, setText] = useState(value === null ? '' : `${value.schema}.${value.name}`);
  const { data = [] } = useQuery({
    ...orpc.database.findTables.queryOptions({
      input: { ref: projectRef, name: text === '' ? `${schema}.` : text, limit: MAX_FOUND },
    }),
    placeholderData: (before) => before,
    retry: false,
  });
  const known = new Map(data.map((found) => [`${found.schema}.${found.name}`, found]));
  const found = known.get(text) ?? known.get(`${schema}.${text}`) ?? null;
  // What was typed may be known only when the answer is there.
  const tell = useEffectEvent(() => {
    if (found !== null && found.id !== value?.id)
      onChange({ id: found.id, schema: found.schema, name: found.name });
  });
  const foundId = found?.id ?? null;
  useEffect(() => {
    if (foundId !== null) tell();
  }, [foundId]);
  return (
    <Autocomplete
      label="Table"
      value={text}
      // Once it is one of them, the others would only hide what is below.
      data={found === null ? [...known.keys()] : []}
      limit={MAX_FOUND}
      error={error}
      onChange={(next) => {
        setText(next);
        if (value !== null) onChange(null);
      }}
      spellCheck={false}
    />
  );
}
