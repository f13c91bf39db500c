import type { AuthFactor, AuthUser, Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ActionRow, ActionRows } from '../../ui/lists/action-row.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { useUserAction } from './use-user-action.ts';

const TYPES: Record<string, string> = { totp: 'Authenticator app', phone: 'Phone', webauthn: 'Security key' };

/** The second factors of a user. Deleting one lets somebody in again who has lost it. */
export function UserFactors({ project, user }: { project: Project; user: AuthUser }) {
  const of = { ref: project.ref, id: user.id };
  const { data, error, refetch } = useQuery(orpc.authUsers.listFactors.queryOptions({ input: of }));
  const [doomed, setDoomed] = useState<AuthFactor | null>(null);
  const remove = useUserAction({
    mutation: orpc.authUsers.deleteFactor.mutationOptions(),
    done: 'Deleted the factor',
    failed: (message) => `Failed to delete factor: ${message}`,
    onDone: () => setDoomed(null),
  });
  return (
    <Section
      title="Second factors"
      {...(data?.length === 0
        ? { description: 'None. Users add factors themselves in an application.' }
        : {})}
    >
      {factorList()}
    </Section>
  );

  function factorList() {
    if (data?.length === 0) return undefined;
    if (data === undefined && error !== null) {
      return (
        <ErrorState error={error} title="The factors could not be loaded" onRetry={() => void refetch()} />
      );
    }
    if (data === undefined) return <Skeleton height={40} />;
    return (
      <>
        <ActionRows label="Second factors">
          {data.map((factor) => (
            <ActionRow
              key={factor.id}
              title={<bdi>{nameOf(factor)}</bdi>}
              text={
                <>
                  {factor.status === 'verified' ? 'In use' : 'Not verified yet'} · added{' '}
                  <TimeAgo date={factor.created_at} />
                </>
              }
              {...(project.abilities.update_auth_users
                ? {
                    action: (
                      <Button
                        size="xs"
                        aria-label={`Delete ${nameOf(factor)}`}
                        onClick={() => setDoomed(factor)}
                      >
                        Delete
                      </Button>
                    ),
                  }
                : {})}
            />
          ))}
        </ActionRows>
        <ConfirmDialog
          opened={doomed !== null}
          onClose={() => setDoomed(null)}
          onConfirm={() => doomed !== null && void remove.run({ ...of, factor_id: doomed.id })}
          title="Delete second factor"
          confirmLabel="Delete factor"
          danger
          isRunning={remove.isRunning}
        >
          The user can then sign in without it. Make sure that it is really them who asked for this.
        </ConfirmDialog>
      </>
    );
  }
}

function nameOf({ friendly_name, factor_type }: AuthFactor): string {
  const type = TYPES[factor_type] ?? factor_type;
  return friendly_name ? `${friendly_name} (${type})` : type;
}
