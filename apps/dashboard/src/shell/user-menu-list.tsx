import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconKey, IconLogout, IconMoon, IconSun, IconUserCog } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { profileQuery } from '../api/profile-query.ts';
import item from '../ui/menu-item.module.css';
import { useSignOut } from './use-sign-out.ts';
import classes from './user-menu.module.css';

const SCHEMES: ReadonlyArray<{ value: MantineColorScheme; label: string; icon: typeof IconSun }> = [
  { value: 'auto', label: 'Same as system', icon: IconDeviceDesktop },
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
];

export function UserMenuList({ onChoose }: { onChoose: () => void }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const profile = useQuery(profileQuery);
  const { signOut, isRunning } = useSignOut();
  return (
    <div className={classes.list}>
      <p className={classes.who}>
        <span>Signed in as</span>
        {profile.data?.email}
      </p>
      <Link to="/account" activeOptions={{ exact: true }} className={item.item} onClick={onChoose}>
        <IconUserCog size={16} stroke={1.6} aria-hidden="true" /> Password and sessions
      </Link>
      <Link to="/account/tokens" className={item.item} onClick={onChoose}>
        <IconKey size={16} stroke={1.6} aria-hidden="true" /> Access tokens
      </Link>
      <fieldset className={classes.scheme}>
        <legend>Colors</legend>
        {SCHEMES.map(({ value, label, icon: Icon }) => (
          <label key={value} title={label}>
            <input
              type="radio"
              name="color-scheme"
              value={value}
              aria-label={label}
              checked={colorScheme === value}
              onChange={() => setColorScheme(value)}
            />
            <Icon size={16} stroke={1.6} aria-hidden="true" />
          </label>
        ))}
      </fieldset>
      <div className={classes.rule} />
      <button type="button" className={item.item} disabled={isRunning} onClick={() => void signOut()}>
        <IconLogout size={16} stroke={1.6} aria-hidden="true" /> Sign out
      </button>
    </div>
  );
}
