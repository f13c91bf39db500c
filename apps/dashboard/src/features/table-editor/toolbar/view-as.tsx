import type { ViewAs } from '@basalt/contract';
import { IconUserShield } from '@tabler/icons-react';
import { UserChoices } from '../../../caller/user-choices.tsx';
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
            <UserChoices
              projectRef={projectRef}
              onChoose={({ id, words }) => {
                close();
                onViewer({ as: { role: 'authenticated', user_id: id }, words });
              }}
            />
          )}
        </div>
      )}
    </Dropdown>
  );
}
