import type { Organization } from '@basalt/contract';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { orpc } from '../../api/client.ts';
import { useOrganizations } from '../../api/use-organizations.ts';
import { fieldSentence } from '../../lib/field-errors.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Page } from '../../ui/pages/page.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { SaveFoot } from '../../ui/save-foot.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { AiSection } from './ai/ai-section.tsx';
import { ChangeSlug } from './change-slug.tsx';
import { DeleteOrganization } from './delete-organization.tsx';
import classes from './organization-general.module.css';
import { UsageEvents } from './usage-events.tsx';

/**
 * An organization's name, its identifiers and what the reader may do in it.
 * @param children sections of other parts, put in by the route
 */
export function OrganizationGeneral({ slug, children }: { slug: string; children?: ReactNode }) {
  const organizations = useOrganizations();
  const organization = organizations.data?.find((one) => one.slug === slug);
  if (organizations.isError && organizations.data === undefined) {
    return (
      <Page title="Organization settings" width="narrow">
        <ErrorState error={organizations.error} onRetry={() => void organizations.refetch()} />
      </Page>
    );
  }
  if (organizations.data === undefined) {
    return (
      <Page title="Organization settings" width="narrow">
        <Skeleton height={138} radius={10} />
        <Skeleton height={220} radius={10} />
      </Page>
    );
  }
  if (organization === undefined) {
    return (
      <Page title="Organization not found" width="narrow">
        <EmptyState
          title="There is no such organization"
          text={
            <>
              No organization of yours has the address <code>{slug}</code>. It may have another name, or you
              are not a member of it.
            </>
          }
          action={<ButtonLink to="/projects">Go to your projects</ButtonLink>}
        />
      </Page>
    );
  }
  return (
    <Page title="Organization settings" width="narrow">
      <RenameOrganization key={slug} organization={organization} />
      <ChangeSlug key={`slug ${slug}`} organization={organization} />
      <AiSection organization={organization} />
      {children}
      <UsageEvents organization={organization} />
      <DeleteOrganization organization={organization} />
    </Page>
  );
}

/** The role was another one when the page was opened. */
function tellRefusal(error: unknown): void {
  const { status, message } = toApiError(error);
  if (status === 403) void showToast('failed', message);
}

function RenameOrganization({ organization }: { organization: Organization }) {
  const { slug, abilities } = organization;
  const [name, setName] = useState(organization.name);
  const queries = useQueryClient();
  const rename = useAction({
    mutation: orpc.organizations.update.mutationOptions({ onError: tellRefusal }),
    done: 'Renamed the organization',
    onDone: async (renamed) => {
      setName(renamed.name);
      await Promise.all([
        queries.invalidateQueries({ queryKey: orpc.organizations.key() }),
        queries.invalidateQueries({ queryKey: orpc.projects.key() }),
      ]);
    },
  });
  const isSame = name.trim() === organization.name;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isSame && name.trim() !== '' && !rename.isRunning) void rename.run({ slug, name: name.trim() });
  }

  return (
    <Section title="Name">
      {!abilities.update_organization ? (
        <>
          <p className={classes.name}>{organization.name}</p>
          <Notice tone="info">You do not have the required permissions to update this organization.</Notice>
        </>
      ) : (
        <form onSubmit={submit} noValidate>
          <UnsavedGuard when={!isSame} />
          <TextInput
            maw={520}
            aria-label="Organization name"
            autoComplete="off"
            value={name}
            error={name.trim() === '' ? 'Enter a name.' : rename.error && fieldSentence(rename.error)}
            onChange={(event) => {
              setName(event.currentTarget.value);
              rename.reset();
            }}
          />
          <SaveFoot
            changed={isSame ? [] : ['Organization name']}
            isRunning={rename.isRunning}
            onDiscard={() => {
              setName(organization.name);
              rename.reset();
            }}
          />
        </form>
      )}
    </Section>
  );
}
