import type { Project } from '@basalt/contract';
import { Button } from '@mantine/core';
import { FactList } from '../../ui/lists/fact-list.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { StateLabel } from '../../ui/status/state-label.tsx';
import type { HostnameState } from './dns-records.ts';
import { useAddress } from './use-address.ts';

const STATES: Partial<Record<HostnameState, string>> = {
  pending: 'Pending',
  verified: 'Verified',
};

/** By what name the project is called, among its add-ons. */
export function CustomDomainCard({ project, onChange }: { project: Project; onChange: () => void }) {
  const { vanity, hostname, state } = useAddress(project.ref);
  const isOn = vanity?.status === 'active' || state === 'active';
  const waits = state === null ? undefined : STATES[state];
  const address = vanity?.status === 'active' ? vanity.custom_domain : hostname?.custom_hostname;
  return (
    <Section
      title="Custom domain"
      description="Calls the project by a name of yours: a host name, or a subdomain of this installation."
      actions={
        <>
          {vanity !== undefined && (
            <StateLabel
              tone={isOn ? 'ok' : waits === undefined ? 'idle' : 'warn'}
              label={isOn ? 'On' : (waits ?? 'Off')}
            />
          )}
          <Button onClick={onChange}>Change custom domain</Button>
        </>
      }
    >
      <FactList
        facts={[
          { label: 'Address', value: address ?? 'By its ref only', ...(isOn && { copy: address }) },
          { label: 'Costs', value: 'Nothing' },
        ]}
      />
    </Section>
  );
}
