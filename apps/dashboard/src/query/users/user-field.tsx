import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { orpc } from '../../api/client.ts';

interface UserFieldProps {
  projectRef: string;
  label: string;
  /** Null: nobody is chosen. */
  onChange: (userId: string | null) => void;
  error?: string | null | undefined;
}

const SHOWN = 8;
const PAUSE = 250;

/** One of the project's users, found by mail address, phone number or ID. */
export function UserField({ projectRef: ref, label, onChange, error }: UserFieldProps) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [search] = useDebouncedValue(text, PAUSE);
  const users = useQuery({
    ...orpc.authUsers.list.queryOptions({ input: { ref, search, per_page: SHOWN } }),
    placeholderData: (before) => before,
    retry: false,
  });
  const known = new Map<string, string>();
  for (const { id, email, phone } of users.data?.users ?? []) {
    const words = email || (phone && `+${phone}`) || id;
    // Two may have the same address, signed in by different providers.
    known.set(known.has(words) ? `${words} (${id})` : words, id);
  }
  const problem = users.error === null ? undefined : toApiError(users.error).message;
  const isUnknown = chosen === null && text !== '' && text === search && users.isSuccess && known.size === 0;
  return (
    <Autocomplete
      label={label}
      placeholder="E-mail address, phone number or ID"
      description={isUnknown ? 'No user found.' : undefined}
      value={text}
      // Once it is one of them, the others would only hide what is below.
      data={chosen === null ? [...known.keys()] : []}
      // The server has searched, in more than what is shown.
      filter={({ options }) => options}
      limit={SHOWN}
      error={error ?? problem}
      onChange={(next) => {
        const id = known.get(next) ?? null;
        setText(next);
        setChosen(id);
        if (id !== chosen) onChange(id);
      }}
      spellCheck={false}
    />
  );
}
