import type { AuthConfig, Project } from '@basalt/contract';
import { projectUrl } from '../../../lib/project-url.ts';
import { Section } from '../../../ui/pages/section.tsx';
import { AddressSection } from '../address-section.tsx';
import { SAML_SECTION } from '../other-sections.ts';
import { SettingsForm } from '../settings-form.tsx';
import { WithAuthConfig } from '../with-auth-config.tsx';
import { ProviderList } from './provider-list.tsx';

const isOn = (values: AuthConfig) => values.saml_enabled === true;

/** Identity providers of organizations whose people sign in by them. */
export function SingleSignOn({ projectRef }: { projectRef: string }) {
  return (
    <WithAuthConfig
      projectRef={projectRef}
      title="Single sign-on"
      description="People sign in with the identity provider that their organization has."
      heights={[180, 300]}
    >
      {(project, config) => (
        <>
          <Section title={SAML_SECTION.title}>
            <SettingsForm
              projectRef={projectRef}
              config={config}
              settings={SAML_SECTION.settings}
              what="single sign-on"
              mayUpdate={project.abilities.update_api_config}
            />
          </Section>
          {isOn(config) && <Addresses project={project} config={config} />}
          {isOn(config) && project.abilities.read_auth_users && <ProviderList project={project} />}
        </>
      )}
    </WithAuthConfig>
  );
}

function Addresses({ project, config }: { project: Project; config: AuthConfig }) {
  const saml = `${(config.saml_external_url || `${projectUrl(project)}/auth/v1`).replace(/\/+$/, '')}/sso/saml`;
  const addresses = [
    { label: 'Entity ID and metadata', value: `${saml}/metadata` },
    { label: 'Assertion consumer service', value: `${saml}/acs` },
  ];
  return (
    <AddressSection
      description="What an identity provider has to know of this project."
      addresses={addresses}
    />
  );
}
