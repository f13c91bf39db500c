import type { AuthConfig, Project } from '@basalt/contract';
import { projectUrl } from '../../../lib/project-url.ts';
import { CodeBlock } from '../../../ui/copy/code-block.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { AddressSection } from '../address-section.tsx';
import type { Setting } from '../setting.ts';
import { SettingsForm } from '../settings-form.tsx';
import { WithAuthConfig } from '../with-auth-config.tsx';
import classes from './custom-providers.module.css';
import { ProviderList } from './provider-list.tsx';

const isOn = (values: AuthConfig) => values.custom_oauth_enabled === true;

const SETTINGS: readonly Setting[] = [
  {
    kind: 'switch',
    name: 'custom_oauth_enabled',
    label: 'Let people sign in with providers of your own',
    description: 'Off, nobody can, whatever stands below.',
  },
];

const EXAMPLE = `const { error } = await supabase.auth.signInWithOAuth({
  provider: 'custom:quarry',
})`;

/** Servers that the project's owner describes, and whose accounts people sign in with. */
export function CustomProviders({ projectRef }: { projectRef: string }) {
  return (
    <WithAuthConfig
      projectRef={projectRef}
      title="Custom providers"
      description="People sign in with accounts of any server that speaks OpenID Connect or OAuth 2."
      heights={[140, 300]}
    >
      {(project, config) => (
        <>
          <Section title="Signing in">
            <SettingsForm
              projectRef={projectRef}
              config={config}
              settings={SETTINGS}
              what="custom providers"
              mayUpdate={project.abilities.update_api_config}
            />
          </Section>
          {isOn(config) && project.abilities.read_auth_users && <ProviderList project={project} />}
          {isOn(config) && <HowTo project={project} />}
        </>
      )}
    </WithAuthConfig>
  );
}

function HowTo({ project }: { project: Project }) {
  return (
    <>
      <AddressSection
        description="What a provider has to know of this project."
        addresses={[{ label: 'Callback URL', value: `${projectUrl(project)}/auth/v1/callback` }]}
      />
      <Section title="How to use one">
        <ol className={classes.steps}>
          <li>
            Register an application with the provider, with the callback URL above as its redirect address.
          </li>
          <li>
            Add the provider here with the client ID and the secret that it gave you. An OpenID Connect
            provider needs its issuer only, an OAuth 2 server three addresses, and the claim that each fact is
            read from.
          </li>
          <li>Begin the sign-in in your application, under the identifier that you chose:</li>
        </ol>
        <CodeBlock value={EXAMPLE} label="sign-in with a provider" />
      </Section>
    </>
  );
}
