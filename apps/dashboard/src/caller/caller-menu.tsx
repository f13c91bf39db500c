import { IconUserShield } from '@tabler/icons-react';
import { Dropdown } from '../ui/menus/dropdown.tsx';
import button from '../ui/menus/menu-button.module.css';
import { MenuList } from '../ui/menus/menu-list.tsx';
import classes from './caller.module.css';
import type { Caller } from './caller.ts';
import { UserChoices } from './user-choices.tsx';

interface CallerMenuProps {
  label: string;
  projectRef: string;
  caller: Caller;
  onCaller: (caller: Caller) => void;
  /** Whether the project's users may be listed. */
  mayListUsers: boolean;
}

const ROLES: readonly { caller: Caller; text: string }[] = [
  { caller: { role: 'anon', words: 'anon' }, text: 'Somebody who is not signed in' },
  {
    caller: { role: 'authenticated', words: 'authenticated' },
    text: 'Somebody who is signed in, without a user',
  },
  {
    caller: { role: 'service_role', words: 'service_role' },
    text: 'Bypassing row level security, as servers with a secret key do',
  },
];

/** As whom an API of the project is tried: one of its roles, or one of its users. */
export function CallerMenu({ label, projectRef, caller, onCaller, mayListUsers }: CallerMenuProps) {
  return (
    <Dropdown
      label={label}
      showsChoice
      className={button.button}
      trigger={
        <>
          <IconUserShield size={15} stroke={1.75} aria-hidden="true" />
          <span className={classes.words}>{caller.words}</span>
        </>
      }
    >
      {(close) => (
        <div className={classes.choices}>
          <MenuList
            close={close}
            entries={ROLES.map(({ caller: one, text }) => ({
              label: one.words,
              text,
              onChoose: () => onCaller(one),
            }))}
          />
          {mayListUsers && (
            <UserChoices
              projectRef={projectRef}
              onChoose={({ id, words }) => {
                close();
                onCaller({ role: 'authenticated', userId: id, words });
              }}
            />
          )}
        </div>
      )}
    </Dropdown>
  );
}
