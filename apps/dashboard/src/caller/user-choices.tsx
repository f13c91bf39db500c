import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toApiError } from '../api/api-error.ts';
import { orpc } from '../api/client.ts';
import { DebouncedSearch } from '../ui/fields/debounced-search.tsx';
import { MenuList } from '../ui/menus/menu-list.tsx';
import classes from './caller.module.css';

const SHOWN_USERS = 8;

interface UserChoicesProps {
  projectRef: string;
  onChoose: (user: { id: string; words: string }) => void;
}

/** Users of the project to choose from, found by a part of the address or name. */
export function UserChoices({ projectRef: ref, onChoose }: UserChoicesProps) {
  const [search, setSearch] = useState('');
  const { data, error } = useQuery({
    ...orpc.authUsers.list.queryOptions({ input: { ref, search, per_page: SHOWN_USERS } }),
    retry: false,
  });
  return (
    <div className={classes.users}>
      <DebouncedSearch label="Search users" value={search} onChange={setSearch} />
      {error !== null && <p className={classes.note}>{toApiError(error).message}</p>}
      {data?.users.length === 0 && <p className={classes.note}>No user found.</p>}
      <MenuList
        close={() => {}}
        entries={(data?.users ?? []).map(({ id, email, phone }) => {
          const words = email || (phone && `+${phone}`) || id;
          return { label: words, onChoose: () => onChoose({ id, words }) };
        })}
      />
    </div>
  );
}
