import type { AuthUser, Project } from '@basalt/contract';
import { useQuery } from '@tanstack/react-query';
import { toApiError } from '../../api/api-error.ts';
import { orpc } from '../../api/client.ts';
import { useProject } from '../../api/use-project.ts';
import { visibleJson } from '../../lib/format/visible-json.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { SignInSection } from './sign-in-section.tsx';
import { UserAccess } from './user-access.tsx';
import { UserFactors } from './user-factors.tsx';
import { UserFacts } from './user-facts.tsx';
import { UserIdentities } from './user-identities.tsx';
import { userTitle } from './user-names.ts';
import classes from './user-page.module.css';
import { UserPasskeys } from './user-passkeys.tsx';
import { UserSessions } from './user-sessions.tsx';
import { UserStateLabel } from './user-state.tsx';

interface UserPageProps {
  projectRef: string;
  userId: string;
}

/** Everything about one user, and everything that can be done for or against them. */
export function UserPage({ projectRef, userId }: UserPageProps) {
  const { data: project } = useProject(projectRef);
  const { data, error, refetch } = useQuery(
    orpc.authUsers.get.queryOptions({ input: { ref: projectRef, id: userId } }),
  );
  const back = (
    <ButtonLink to="/project/$ref/auth/users" params={{ ref: projectRef }} search={true}>
      All users
    </ButtonLink>
  );
  const status = error === null ? null : toApiError(error).status;
  // What is not the id of any user is refused as a bad request; to a person it is the same.
  if (status === 404 || (status === 400 && data === undefined)) {
    return (
      <Page title="User not found" width="narrow">
        <EmptyState
          title="There is no user with this id"
          text="The user may have been deleted. The list shows everybody who is there."
          action={back}
        />
      </Page>
    );
  }
  if (data === undefined && error !== null) {
    return (
      <Page title="User" width="narrow" actions={back}>
        <ErrorState error={error} title="The user could not be loaded" onRetry={() => void refetch()} />
      </Page>
    );
  }
  if (data === undefined || project === undefined) {
    return (
      <Page title="User" width="narrow" description=" " actions={back}>
        <UserPageSkeleton />
      </Page>
    );
  }
  return (
    <Page title={userTitle(data)} description={<UserStateLabel user={data} />} width="narrow" actions={back}>
      <User key={userId} project={project} user={data} />
    </Page>
  );
}

function User({ project, user }: { project: Project; user: AuthUser }) {
  return (
    <>
      <UserFacts user={user} />
      <SignInSection project={project} user={user} />
      <UserSessions project={project} user={user} />
      <UserFactors project={project} user={user} />
      <UserPasskeys project={project} user={user} />
      <UserIdentities user={user} />
      <UserMetadata user={user} />
      <UserAccess project={project} user={user} />
    </>
  );
}

/** What is kept about a user as JSON: one part is the user's own to change, the other is the application's. */
function UserMetadata({ user }: { user: AuthUser }) {
  return (
    <Section
      title="Metadata"
      description="Users can change their own user metadata, so no permission may depend on it. App metadata is changed by servers only."
    >
      <div className={classes.blocks}>
        <div>
          <h3 className={classes.name}>User metadata</h3>
          <CodeBlock label="user metadata" value={visibleJson(user.user_metadata)} wrap />
        </div>
        <div>
          <h3 className={classes.name}>App metadata</h3>
          <CodeBlock label="app metadata" value={visibleJson(user.app_metadata)} wrap />
        </div>
      </div>
    </Section>
  );
}

/** The first sections of a user's page, at their size. */
function UserPageSkeleton() {
  return (
    <div className={classes.sections} role="status" aria-label="Loading user">
      <Skeleton height={330} radius={10} />
      <Skeleton height={288} radius={10} />
      <Skeleton height={120} radius={10} />
    </div>
  );
}
