import type { Project } from '@basalt/contract';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { SidePanel } from '../../ui/pages/side-panel.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import classes from './custom-domain.module.css';
import { HostnameForm } from './hostname-form.tsx';
import { HostnameSteps } from './hostname-steps.tsx';
import { useAddress } from './use-address.ts';
import { VanityForm } from './vanity-form.tsx';

interface CustomDomainPanelProps {
  project: Project;
  opened: boolean;
  onClose: () => void;
}

/** Calls a project by a name beside its ref: one below the installation's domain, or any host name. */
export function CustomDomainPanel({ project, opened, onClose }: CustomDomainPanelProps) {
  return (
    <SidePanel opened={opened} title="Custom domain" onClose={onClose}>
      <CustomDomain key={project.ref} project={project} />
    </SidePanel>
  );
}

function CustomDomain({ project }: { project: Project }) {
  const { vanity, hostname, state, isLoading, error, retry } = useAddress(project.ref);
  if (isLoading && error !== null)
    return <ErrorState error={error} title="The address could not be loaded" onRetry={retry} />;
  if (isLoading)
    return (
      <div role="status" aria-label="Loading the address">
        <Skeleton height={280} radius={10} />
      </div>
    );
  const mayChange = project.abilities.update_project;
  return (
    <div className={classes.stack}>
      <p>
        The project keeps its address with its ref, and has one other name beside it: a host name or a
        subdomain.
      </p>
      {!mayChange && (
        <Notice tone="info">You can look at the addresses of this project, but not change them.</Notice>
      )}
      {hostname !== undefined && <HostnameSteps project={project} hostname={hostname} />}
      {hostname === undefined && vanity?.status !== 'active' && (
        <HostnameForm project={project} isGone={state === 'no_hostname_configured'} />
      )}
      {hostname === undefined && (
        <VanityForm
          key={vanity?.custom_domain}
          project={project}
          present={vanity?.status === 'active' ? (vanity.custom_domain ?? null) : null}
        />
      )}
    </div>
  );
}
