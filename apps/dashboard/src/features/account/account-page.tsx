import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '../../api/profile-query.ts';
import { Page } from '../../ui/pages/page.tsx';
import { ChangePassword } from './change-password.tsx';
import { SecondFactor } from './second-factor.tsx';
import { SessionList } from './session-list.tsx';

/** One's own account: its password, and where one is signed in. */
export function AccountPage() {
  const { data: profile } = useQuery(profileQuery);
  return (
    <Page
      title="Password and sessions"
      description={profile === undefined ? undefined : `For your account ${profile.email}.`}
      width="narrow"
    >
      <ChangePassword email={profile?.email ?? ''} />
      <SecondFactor />
      <SessionList />
    </Page>
  );
}
