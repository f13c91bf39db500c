import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.css';
import type { Project } from '@basalt/contract';
import { useConnection, whyNoPassword } from '../../api/use-connection.ts';
import { withConnect } from '../../lib/connect.ts';
import { usePersisted } from '../../lib/persisted.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { type ConnectForm, connectForm } from './connect-form.ts';
import classes from './connect-section.module.css';
import { ConnectionDetails } from './connection-details.tsx';

const FORMS: readonly { value: ConnectForm; label: string }[] = [
  { value: 'uri', label: 'URI' },
  { value: 'psql', label: 'psql' },
  { value: 'parameters', label: 'Parameters' },
];

/** How to reach the database from outside, in the form one needs; this browser remembers the form. */
export function ConnectSection({ project }: { project: Project }) {
  const { data, error, refetch } = useConnection(project);
  const [form, setForm] = usePersisted(connectForm, project.ref);
  const isPaused = project.status === 'INACTIVE';
  return (
    <Section
      title="Connect to the database"
      description={
        isPaused
          ? 'Connections are refused until the project is restored. The address stays the same.'
          : project.is_attached
            ? 'Any PostgreSQL client works. The address is the one of the database’s own server.'
            : 'Any PostgreSQL client works.'
      }
      actions={
        <ButtonLink to="." search={withConnect('database') as never} variant="default">
          More forms
        </ButtonLink>
      }
    >
      {error !== null && data === undefined && (
        <ErrorState error={error} title="The address could not be loaded" onRetry={() => void refetch()} />
      )}
      {error === null && data === undefined && <Skeleton height={131} radius={6} />}
      {data !== undefined && (
        <Tabs value={form} onChange={(value) => setForm(value as ConnectForm)} keepMounted={false}>
          <Tabs.List className={classes.tabs ?? ''} aria-label="Form of the address">
            {FORMS.map(({ value, label }) => (
              <Tabs.Tab key={value} value={value}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {FORMS.map(({ value }) => (
            <Tabs.Panel key={value} value={value} className={classes.panel ?? ''}>
              <ConnectionDetails connection={data} form={value} whyNoPassword={whyNoPassword(project)} />
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </Section>
  );
}
