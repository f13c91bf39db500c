import { MAX_FORMER_SLUGS, type Organization } from '@basalt/contract';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { fieldSentence } from '../../lib/field-errors.ts';
import { useAction } from '../../lib/use-action.ts';
import { CodeLine } from '../../ui/copy/code-line.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { SaveFoot } from '../../ui/save-foot.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';

/** What an organization is called in addresses, and was before. */
export function ChangeSlug({ organization }: { organization: Organization }) {
  const { slug, former_slugs: former, abilities } = organization;
  return (
    <Section
      title="Slug"
      description={`What the organization is called in addresses and by the command line. Its last ${MAX_FORMER_SLUGS} former slugs go on leading here.`}
    >
      {abilities.update_organization ? (
        <SlugForm slug={slug} />
      ) : (
        <CodeLine value={slug} label="organization slug" />
      )}
      {former.length > 0 && (
        <p>
          Before: <bdi>{former.join(', ')}</bdi>
        </p>
      )}
    </Section>
  );
}

function SlugForm({ slug }: { slug: string }) {
  const [typed, setTyped] = useState(slug);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const change = useAction({
    mutation: orpc.organizations.changeSlug.mutationOptions(),
    done: 'Changed the slug',
    onDone: async (changed) => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: orpc.organizations.key() }),
        queries.invalidateQueries({ queryKey: orpc.projects.key() }),
      ]);
      await navigate({ to: '/org/$slug/general', params: { slug: changed.slug }, replace: true });
    },
  });
  const isSame = typed.trim() === slug;
  const reset = () => {
    setTyped(slug);
    change.reset();
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isSame && !change.isRunning) void change.run({ slug, new_slug: typed.trim() });
  }

  return (
    <form onSubmit={submit} noValidate>
      <UnsavedGuard when={!isSame && !change.isRunning} />
      <TextInput
        maw={520}
        aria-label="Organization slug"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        error={change.error && fieldSentence(change.error)}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          change.reset();
        }}
      />
      <SaveFoot
        changed={isSame ? [] : ['Organization slug']}
        isRunning={change.isRunning}
        onDiscard={reset}
      />
    </form>
  );
}
