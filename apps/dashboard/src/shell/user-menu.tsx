import { IconUser } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Dropdown } from '../ui/menus/dropdown.tsx';
import bar from './bar-button.module.css';
import classes from './user-menu.module.css';

const load = () => import('./user-menu-list.tsx');
const UserMenuList = lazy(() => load().then(({ UserMenuList }) => ({ default: UserMenuList })));

/** The account: who is signed in, colour scheme, tokens, signing out. */
export function UserMenu() {
  return (
    <div onPointerEnter={load}>
      <Dropdown
        label="Account"
        align="end"
        className={bar.button}
        trigger={<IconUser size={18} stroke={1.6} aria-hidden="true" />}
      >
        {(close) => (
          <Suspense fallback={<div className={classes.waiting} />}>
            <UserMenuList onChoose={close} />
          </Suspense>
        )}
      </Dropdown>
    </div>
  );
}
