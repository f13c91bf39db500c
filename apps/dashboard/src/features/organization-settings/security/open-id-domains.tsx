import type { OpenIdProvider, OrganizationOpenId } from '@basalt/contract';
import { Button } from '@mantine/core';
import { orpc } from '../../../api/client.ts';
import { minuteTime } from '../../../lib/format/moment.ts';
import { useAction } from '../../../lib/use-action.ts';
import { CodeLine } from '../../../ui/copy/code-line.tsx';
import { ActionRow, ActionRows } from '../../../ui/lists/action-row.tsx';
import { TimeAgo } from '../../../ui/status/time-ago.tsx';

interface OpenIdDomainsProps {
  slug: string;
  domains: OpenIdProvider['domains'];
  onChanged: (settings: OrganizationOpenId) => void;
}

/** The domains that the provider may speak for, and how to show that they are the organization's. */
export function OpenIdDomains({ slug, domains, onChanged }: OpenIdDomainsProps) {
  const verify = useAction({
    mutation: orpc.openId.verifyDomain.mutationOptions(),
    failed: (message) => message,
    onDone: onChanged,
  });
  return (
    <ActionRows label="Domains of the provider">
      {domains.map(({ domain, record, verified_at: verified, lapses_at: lapses, problem }) => (
        <ActionRow
          key={domain}
          title={<bdi>{domain}</bdi>}
          text={
            verified === null ? (
              (problem ?? 'Not verified yet: set this TXT record where your domain is managed.')
            ) : lapses !== null ? (
              <>
                {problem} The provider is believed for this domain until {minuteTime(lapses)}, and then no
                more: set the record again.
              </>
            ) : (
              <>
                verified <TimeAgo date={verified} />
              </>
            )
          }
          {...(verified === null || lapses !== null
            ? {
                action: (
                  <Button
                    size="xs"
                    aria-label={`Verify ${domain}`}
                    loading={verify.isRunning}
                    onClick={() => void verify.run({ slug, domain })}
                  >
                    Verify
                  </Button>
                ),
              }
            : {})}
        >
          {(verified === null || lapses !== null) && (
            <>
              <CodeLine value={record.name} label={`Name of the record of ${domain}`} />
              <CodeLine value={record.value} label={`Value of the record of ${domain}`} />
            </>
          )}
        </ActionRow>
      ))}
    </ActionRows>
  );
}
