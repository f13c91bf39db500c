import type { Session } from '@supabase/supabase-js';
import { useEffect, useState } from 'react';
import { ChooseTeam } from './choose-team.tsx';
import { client, type Team } from './client.ts';
import { SignIn } from './sign-in.tsx';
import { ToDoList } from './to-do-list.tsx';

/** Signed in or not, with a team or without: one of three pages. */
export function App() {
  // Undefined: not known yet.
  const [session, setSession] = useState<Session | null>();
  const [team, setTeam] = useState<Team | null>();
  useEffect(() => {
    const { data } = client.auth.onAuthStateChange((_, now) => setSession(now));
    return () => data.subscription.unsubscribe();
  }, []);
  const userId = session?.user.id;
  useEffect(() => {
    setTeam(undefined);
    if (userId === undefined) return;
    let isCurrent = true;
    // The policies leave only teams of one's own.
    client
      .from('teams')
      .select()
      .limit(1)
      .maybeSingle()
      .then(({ data }) => isCurrent && setTeam(data));
    return () => {
      isCurrent = false;
    };
  }, [userId]);

  if (session === undefined) return null;
  if (session === null) return <SignIn />;
  return (
    <>
      <header>
        <span>{session.user.email}</span>
        <button type="button" onClick={() => void client.auth.signOut()}>
          Sign out
        </button>
      </header>
      {team === null && <ChooseTeam onTeam={setTeam} />}
      {team && <ToDoList team={team} />}
    </>
  );
}
