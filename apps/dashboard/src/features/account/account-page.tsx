import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { profileQuery } from '../../api/profile-query.ts';
import { Page } from '../../ui/pages/page.tsx';
import { ChangePassword } from './change-password.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondFactor } from './second-factor.tsx';
import { SessionList } from './session-list.tsx';

/** One's own account: its password, its second factor, and where one is signed in. */
export function AccountPage() {
  const queries = useQueryClient();
  const { data: profile } = useQuery(profileQuery);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const reload = async (made: readonly string[] | null) => {
    setCodes(made);
    await Promise.all([
      queries.invalidateQueries({ queryKey: orpc.accounts.secondFactor.key() }),
      queries.invalidateQueries({ queryKey: orpc.accounts.listPasskeys.key() }),
      queries.invalidateQueries({ queryKey: orpc.accounts.listSessions.key() }),
      // What is closed without one opens with it.
      queries.invalidateQueries({ queryKey: orpc.organizations.key() }),
      queries.invalidateQueries({ queryKey: orpc.projects.key() }),
    ]);
  };
  return (
    <Page
      title="Password and sessions"
      description={profile === undefined ? undefined : `For your account ${profile.email}.`}
      width="narrow"
    >
      <ChangePassword email={profile?.email ?? ''} />
      {codes === null ? (
        <>
          <SecondFactor onChanged={reload} />
          <PasskeyList onChanged={reload} />
        </>
      ) : (
        <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
      )}
      <SessionList />
    </Page>
  );
}
