import { hashKey, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { orpc } from '../api/client.ts';
import { profileQuery } from '../api/profile-query.ts';
import { forgetPersisted } from '../lib/persisted.ts';
import { confirmLeaving } from '../lib/unsaved-changes.ts';
import { useAction } from '../lib/use-action.ts';

/** Ends the session, forgets what this browser knew of the person's work and shows the sign-in page. */
export function useSignOut() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { run, isRunning } = useAction({
    mutation: orpc.accounts.signOut.mutationOptions(),
    failed: (message) => `Failed to sign out: ${message}`,
    onDone: async () => {
      forgetPersisted();
      // First leave the pages that would ask again for what is forgotten here.
      queries.removeQueries({ queryKey: profileQuery.queryKey });
      await navigate({ to: '/sign-in', ignoreBlocker: true });
      // The sign-in page has asked already how one can sign in, which is nobody's.
      const options = hashKey(orpc.accounts.signInOptions.queryKey());
      queries.removeQueries({ predicate: ({ queryHash }) => queryHash !== options });
      queries.getMutationCache().clear();
    },
  });
  const signOut = async () => {
    // Asked before the session ends: afterwards nothing could be saved any more.
    if (await confirmLeaving()) await run({});
  };
  return { signOut, isRunning };
}
