import type { AuthConfig, Project } from '@basalt/contract';
import { projectUrl } from '../../../lib/project-url.ts';
import { Section } from '../../../ui/pages/section.tsx';
import { AddressSection } from '../address-section.tsx';
import type { Setting } from '../setting.ts';
import { SettingsForm } from '../settings-form.tsx';
import { WithAuthConfig } from '../with-auth-config.tsx';
import { ClientList } from './client-list.tsx';

const isOn = (values: AuthConfig) => values.oauth_server_enabled === true;

const SERVER: readonly Setting[] = [
  {
    kind: 'switch',
    name: 'oauth_server_enabled',
    label: 'Let users sign in to other applications',
    description: 'With their account of this project, by OAuth 2.1 and OpenID Connect.',
  },
  {
    kind: 'text',
    name: 'oauth_server_authorization_path',
    label: 'Consent page',
    description: 'The page of your site where users decide. It gets authorization_id in its address.',
    placeholder: '/oauth/consent',
    when: isOn,
  },
  {
    kind: 'switch',
    name: 'oauth_server_allow_dynamic_registration',
    label: 'Applications register themselves',
    description:
      'As programs that speak MCP do. Anybody can then make one, and users see what it calls itself.',
    when: isOn,
  },
];

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
          <Section title="Server">
            <SettingsForm
              projectRef={projectRef}
              config={config}
              settings={SERVER}
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
