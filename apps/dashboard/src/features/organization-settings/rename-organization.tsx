import type { Organization } from '@basalt/contract';
import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { fieldSentence } from '../../lib/field-errors.ts';
import { useAction } from '../../lib/use-action.ts';
import { Notice } from '../../ui/pages/notice.tsx';
import { Section } from '../../ui/pages/section.tsx';
import classes from './organization-general.module.css';

export function RenameOrganization({ organization }: { organization: Organization }) {
  const { slug, abilities } = organization;
  const [name, setName] = useState(organization.name);
  const queries = useQueryClient();
  const rename = useAction({
    mutation: orpc.organizations.rename.mutationOptions(),
    done: 'Successfully renamed the organization',
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
    if (!isSame && !rename.isRunning) void rename.run({ slug, name: name.trim() });
  }

  return (
    <Section title="Name">
      {!abilities.update_organization ? (
        <>
          <p className={classes.name}>{organization.name}</p>
          <Notice tone="info">You do not have the required permissions to update this organization.</Notice>
        </>
      ) : (
        <form className={classes.form} onSubmit={submit}>
          <TextInput
            className={classes.field ?? ''}
            aria-label="Organization name"
            autoComplete="off"
            value={name}
            error={name.trim() === '' ? 'Enter a name.' : rename.error && fieldSentence(rename.error)}
            onChange={(event) => {
              setName(event.currentTarget.value);
              rename.reset();
            }}
          />
          <Button
            type="submit"
            variant="filled"
            loading={rename.isRunning}
            disabled={isSame || name.trim() === ''}
          >
            Save
          </Button>
        </form>
      )}
    </Section>
  );
}
