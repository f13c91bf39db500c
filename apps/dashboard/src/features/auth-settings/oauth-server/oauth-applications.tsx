import type { AuthConfig, Project } from '@basalt/contract';
import { projectUrl } from '../../../lib/project-url.ts';
import { Section } from '../../../ui/pages/section.tsx';
import { AddressSection } from '../address-section.tsx';
import { OAUTH_SERVER_SECTION } from '../other-sections.ts';
import { SettingsForm } from '../settings-form.tsx';
import { WithAuthConfig } from '../with-auth-config.tsx';
import { ClientList } from './client-list.tsx';

const isOn = (values: AuthConfig) => values.oauth_server_enabled === true;

/** The project as a server that others let their users sign in with. */
export function OAuthApplications({ projectRef }: { projectRef: string }) {
  return (
    <WithAuthConfig
      projectRef={projectRef}
      title="OAuth applications"
      description="Applications that users of this project can sign in to with their account."
      heights={[220, 300]}
    >
      {(project, config) => (
        <>
          <Section title={OAUTH_SERVER_SECTION.title}>
            <SettingsForm
              projectRef={projectRef}
              config={config}
              settings={OAUTH_SERVER_SECTION.settings}
              what="OAuth server"
              mayUpdate={project.abilities.update_api_config}
            />
          </Section>
          {isOn(config) && <Addresses project={project} config={config} />}
          {isOn(config) && project.abilities.read_auth_users && <ClientList project={project} />}
        </>
      )}
    </WithAuthConfig>
  );
}

function Addresses({ project, config }: { project: Project; config: AuthConfig }) {
  const auth = `${projectUrl(project)}/auth/v1`;
  const addresses = [
    { label: 'Issuer', value: auth },
    { label: 'Description of the server', value: `${auth}/.well-known/oauth-authorization-server` },
    ...(config.oauth_server_authorization_path
      ? [
          {
            label: 'Users decide at',
            value: `${(config.site_url ?? '').replace(/\/+$/, '')}${config.oauth_server_authorization_path}`,
          },
        ]
      : []),
  ];
  return (
    <AddressSection description="What an application needs to know of this server." addresses={addresses} />
  );
}
