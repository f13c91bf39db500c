import type { Invitation, SentInvitation } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { ActionRow, ActionRows } from '../../ui/lists/action-row.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import type { ShownLink } from './link-dialog.tsx';

/** Who is invited and has not accepted. */
export const invitationsQuery = (slug: string) => orpc.invitations.list.queryOptions({ input: { slug } });

interface InvitationListProps {
  slug: string;
  /** A link that no mail brings was made. */
  onLink: (link: ShownLink) => void;
}

/** Who is invited and has not accepted yet. */
export function InvitationList({ slug, onLink }: InvitationListProps) {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(invitationsQuery(slug));
  const reload = () => queries.invalidateQueries({ queryKey: orpc.invitations.key() });
  const resend = useAction({
    mutation: orpc.invitations.resend.mutationOptions(),
    done: sentSentence,
    failed: (message) => `Failed to send the invitation: ${message}`,
    onDone: async (sent) => {
      showLink(sent, onLink);
      await reload();
    },
  });
  const revoke = useAction({
    mutation: orpc.invitations.revoke.mutationOptions(),
    done: 'Revoked the invitation',
    failed: (message) => `Failed to revoke the invitation: ${message}`,
    onDone: reload,
  });
  const invitations = data?.invitations ?? [];
  if (data === undefined && error !== null)
    return (
      <ErrorState error={error} title="The invitations could not be loaded" onRetry={() => void refetch()} />
    );
  // Most of the time nobody is invited.
  if (invitations.length === 0) return null;
  return (
    <Section title="Invitations" description="Who has not accepted yet. A link works once.">
      <ActionRows label="Invitations">
        {invitations.map((invitation) => (
          <ActionRow
            key={invitation.id}
            title={<bdi>{invitation.email}</bdi>}
            text={<State invitation={invitation} />}
            {...(invitation.may_change
              ? {
                  action: (
                    <>
                      <Button
                        size="xs"
                        aria-label={`${data?.sends_mail ? 'Resend to' : 'New link for'} ${invitation.email}`}
                        disabled={resend.isRunning}
                        onClick={() => void resend.run({ slug, id: invitation.id })}
                      >
                        {data?.sends_mail ? 'Resend' : 'New link'}
                      </Button>
                      <Button
                        size="xs"
                        aria-label={`Revoke ${invitation.email}`}
                        disabled={revoke.isRunning}
                        onClick={() => void revoke.run({ slug, id: invitation.id })}
                      >
                        Revoke
                      </Button>
                    </>
                  ),
                }
              : {})}
          />
        ))}
      </ActionRows>
    </Section>
  );
}

function State({
  invitation: { role, invited_by, created_at, is_expired, expires_at },
}: {
  invitation: Invitation;
}) {
  return (
    <>
      {role} · invited {invited_by !== null && <bdi>by {invited_by} </bdi>}
      <TimeAgo date={created_at} /> ·{' '}
      {is_expired ? (
        'expired'
      ) : (
        <>
          expires <TimeAgo date={expires_at} />
        </>
      )}
    </>
  );
}

/** What the toast says once an invitation was made. */
export function sentSentence({ invitation, link }: SentInvitation): string {
  return link === null ? `Sent an invitation to ${invitation.email}` : `Made a link for ${invitation.email}`;
}

/** Shows the link of an invitation where no mail brings it. */
export function showLink(
  { invitation, link, mail_problem }: SentInvitation,
  onLink: (link: ShownLink) => void,
) {
  if (link !== null) onLink({ email: invitation.email, link, problem: mail_problem });
}
