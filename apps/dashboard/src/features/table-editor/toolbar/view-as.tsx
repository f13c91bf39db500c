import type { ViewAs } from '@basalt/contract';
import { IconUserShield } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toApiError } from '../../../api/api-error.ts';
import { orpc } from '../../../api/client.ts';
import { DebouncedSearch } from '../../../ui/fields/debounced-search.tsx';
import { Dropdown } from '../../../ui/menus/dropdown.tsx';
import button from '../../../ui/menus/menu-button.module.css';
import { MenuList } from '../../../ui/menus/menu-list.tsx';
import classes from './toolbar.module.css';

/** As whom rows are read, with words for it. */
export interface Viewer {
  as: ViewAs;
  words: string;
}

interface ViewAsMenuProps {
  projectRef: string;
  viewer: Viewer | null;
  onViewer: (viewer: Viewer | null) => void;
  /** Whether the project's users may be listed. */
  mayListUsers: boolean;
}

/** Reads the rows as the Data API would give them to somebody, so that one sees what row level security leaves. */
export function ViewAsMenu({ projectRef, viewer, onViewer, mayListUsers }: ViewAsMenuProps) {
  return (
    <Dropdown
      label="View as"
      showsChoice
      align="end"
      className={button.button}
      trigger={
        <>
          <IconUserShield size={15} stroke={1.75} aria-hidden="true" />
          <span className={classes.viewer}>{viewer?.words ?? 'postgres'}</span>
        </>
      }
    >
      {(close) => (
        <div className={classes.viewers}>
          <MenuList
            close={close}
            entries={[
              {
                label: 'postgres',
                text: 'All rows, whatever the policies say',
                onChoose: () => onViewer(null),
              },
              {
                label: 'anon',
                text: 'Somebody who is not signed in',
                onChoose: () => onViewer({ as: { role: 'anon' }, words: 'anon' }),
              },
              {
                label: 'authenticated',
                text: 'Somebody who is signed in, without a user',
                onChoose: () => onViewer({ as: { role: 'authenticated' }, words: 'authenticated' }),
              },
            ]}
          />
          {mayListUsers && (
            <Users
              projectRef={projectRef}
              onChoose={(next) => {
                close();
                onViewer(next);
              }}
            />
          )}
        </div>
      )}
    </Dropdown>
  );
}

const SHOWN_USERS = 8;

function Users({ projectRef: ref, onChoose }: { projectRef: string; onChoose: (viewer: Viewer) => void }) {
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
          return {
            label: words,
            onChoose: () => onChoose({ as: { role: 'authenticated', user_id: id }, words }),
          };
        })}
      />
    </div>
  );
}
