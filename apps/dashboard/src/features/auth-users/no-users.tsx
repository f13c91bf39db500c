import type { Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { usePublicKey } from '../../api/use-public-key.ts';
import { projectUrl } from '../../lib/project-url.ts';
import { CodeBlock } from '../../ui/copy/code-block.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { Section } from '../../ui/pages/section.tsx';

/** What a project without users shows: make one by hand, or see how an application makes them. */
export function NoUsers({ project, onCreate }: { project: Project; onCreate: () => void }) {
  const key = usePublicKey(project);
  const mayChange = project.abilities.update_auth_users;
  return (
    <>
      <EmptyState
        icon={<IconUsers size={28} stroke={1.5} />}
        title="No users yet"
        text={
          mayChange
            ? 'Users appear here when they sign up in an application, or when you create them.'
            : 'Users appear here when they sign up in an application.'
        }
        action={mayChange && <Button onClick={onCreate}>Create the first user</Button>}
      />
      <Section title="Sign up from an application" description="With the JavaScript client, as it is.">
        <CodeBlock label="sign-up example" value={signUpSnippet(projectUrl(project), key)} />
      </Section>
    </>
  );
}

function signUpSnippet(url: string, key: string): string {
  return `import { createClient } from '@supabase/supabase-js'

const client = createClient('${url}', '${key}')

const { data, error } = await client.auth.signUp({
  email: 'first.user@example.com',
  password: 'a password of their choice',
})`;
}
