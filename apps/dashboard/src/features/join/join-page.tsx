import type { InvitationOffer } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { orpc } from '../../api/client.ts';
import { beginSession, profileQuery } from '../../api/profile-query.ts';
import { fieldErrors } from '../../lib/field-errors.ts';
import { forgetPersisted } from '../../lib/persisted.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import form from '../../ui/form.module.css';
import { DoorPage } from '../../ui/pages/door-page.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';

/** What the link of an invitation leads to. The token stands behind the `#`, which browsers send to no server. */
export function JoinPage() {
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '');
  const offer = useQuery(
    orpc.invitations.look.queryOptions({
      input: { token },
      enabled: token !== '',
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  );
  if (token === '')
    return (
      <DoorPage
        title="This link is not complete"
        text="The part that lets you join is missing. Copy the whole link from the mail, or from whoever gave it to you."
      >
        <ToProjects />
      </DoorPage>
    );
  if (offer.isError) return <Refusal error={offer.error} onRetry={() => void offer.refetch()} />;
  if (offer.data === undefined)
    return (
      <DoorPage title="Join an organization">
        <Skeleton height={36} lines={3} />
      </DoorPage>
    );
  return <Offer token={token} offer={offer.data} />;
}

/** Why a link lets nobody in. */
function Refusal({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { status, message } = toApiError(error);
  if (status === 404)
    return (
      <DoorPage title="This invitation is no longer open" text={message}>
        <ToProjects />
      </DoorPage>
    );
  if (status === 409)
    return (
      <DoorPage title="This invitation has expired" text={message}>
        <ToProjects />
      </DoorPage>
    );
  return (
    <DoorPage title="Join an organization">
      <ErrorState error={error} title="The invitation could not be read" onRetry={onRetry} />
    </DoorPage>
  );
}

function ToProjects() {
  return (
    <ButtonLink to="/projects" fullWidth>
      Go to your projects
    </ButtonLink>
  );
}

function Offer({ token, offer }: { token: string; offer: InvitationOffer }) {
  const { organization_name: name, email, role, invited_by, has_account, signed_in_as } = offer;
  return (
    <DoorPage
      title={`Join ${name}`}
      text={
        <>
          {invited_by === null ? 'You are' : <bdi>{invited_by}</bdi>}
          {invited_by === null ? ' invited' : ' invites you'} as {role}. The invitation is for{' '}
          <bdi>{email}</bdi>.
        </>
      }
    >
      {signed_in_as === email ? (
        <Accept token={token} />
      ) : signed_in_as !== null ? (
        <OtherAccount email={email} signedInAs={signed_in_as} />
      ) : has_account ? (
        <ToSignIn token={token} email={email} />
      ) : (
        <SignUp token={token} email={email} />
      )}
    </DoorPage>
  );
}

/** For whoever is signed in with the invited address. */
function Accept({ token }: { token: string }) {
  const arrive = useArrival();
  const accept = useAction({
    mutation: orpc.invitations.accept.mutationOptions(),
    onDone: ({ slug }) => arrive(slug),
  });
  return (
    <div className={form.form}>
      {accept.error !== null && <Notice tone="danger">{accept.error.message}</Notice>}
      <Button
        variant="filled"
        fullWidth
        loading={accept.isRunning}
        onClick={() => void accept.run({ token })}
      >
        Accept invitation
      </Button>
    </div>
  );
}

function OtherAccount({ email, signedInAs }: { email: string; signedInAs: string }) {
  const queries = useQueryClient();
  const signOut = useAction({
    mutation: orpc.accounts.signOut.mutationOptions(),
    failed: (message) => `Failed to sign out: ${message}`,
    onDone: async () => {
      forgetPersisted();
      queries.removeQueries({ queryKey: profileQuery.queryKey });
      await queries.invalidateQueries({ queryKey: orpc.invitations.look.key() });
    },
  });
  return (
    <div className={form.form}>
      <Notice tone="warn">
        You are signed in as <bdi>{signedInAs}</bdi>. Sign out to accept as <bdi>{email}</bdi>.
      </Notice>
      <Button variant="filled" fullWidth loading={signOut.isRunning} onClick={() => void signOut.run({})}>
        Sign out
      </Button>
      <ToProjects />
    </div>
  );
}

/** Signs in here and accepts with that, so that the link need not travel through another page. */
function ToSignIn({ token, email }: { token: string; email: string }) {
  const [password, setPassword] = useState('');
  const arrive = useArrival();
  const accept = useAction({ mutation: orpc.invitations.accept.mutationOptions() });
  const signIn = useAction({
    mutation: orpc.accounts.signIn.mutationOptions(),
    onDone: async (profile) => {
      const joined = await accept.run({ token });
      beginSession(profile);
      if (joined !== undefined) await arrive(joined.slug);
    },
  });
  const error = signIn.error ?? accept.error;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!signIn.isRunning) void signIn.run({ email, password });
  }

  return (
    <form className={form.form} onSubmit={submit}>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      <p>You have an account with this address. Sign in to accept.</p>
      <PasswordField
        label="Password"
        meter={false}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        autoFocus
      />
      <Button type="submit" variant="filled" fullWidth loading={signIn.isRunning || accept.isRunning}>
        Sign in and accept
      </Button>
      <ButtonLink to="/forgotten-password" fullWidth>
        Forgot your password?
      </ButtonLink>
    </form>
  );
}

function SignUp({ token, email }: { token: string; email: string }) {
  const [password, setPassword] = useState('');
  const arrive = useArrival();
  const signUp = useAction({
    mutation: orpc.invitations.acceptAnew.mutationOptions(),
    onDone: async ({ slug, profile }) => {
      beginSession(profile);
      await arrive(slug);
    },
  });
  const errors = fieldErrors(signUp.error, ['password'] as const);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!signUp.isRunning) void signUp.run({ token, password });
  }

  return (
    <form className={form.form} onSubmit={submit}>
      {errors.general !== null && <Notice tone="danger">{errors.general}</Notice>}
      {/* Managers of passwords keep the address with it. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Choose a password"
        value={password}
        onChange={setPassword}
        error={errors.password}
        generator
        autoFocus
      />
      <Button type="submit" variant="filled" fullWidth loading={signUp.isRunning}>
        Create account and join
      </Button>
    </form>
  );
}

/** The way on once one belongs to the organization. The link is used up and leaves the history of the browser. */
function useArrival() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return async (slug: string) => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: orpc.organizations.key() }),
      queries.invalidateQueries({ queryKey: orpc.projects.key() }),
    ]);
    await navigate({ to: '/org/$slug/team', params: { slug }, replace: true });
    void showToast('done', 'Welcome: you are a member now');
  };
}
