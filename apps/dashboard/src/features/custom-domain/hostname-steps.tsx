import type { CustomHostname, Project } from '@basalt/contract';
import { useState } from 'react';
import { orpc } from '../../api/client.ts';
import { useAction } from '../../lib/use-action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CodeLine } from '../../ui/copy/code-line.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { StateLabel } from '../../ui/status/state-label.tsx';
import classes from './custom-domain.module.css';
import { dnsRecords, hostnameState } from './dns-records.ts';
import { useRefreshAddress } from './use-address.ts';

/** A host name on its way: its records, whether they are seen, and the project under it. */
export function HostnameSteps({ project, hostname }: { project: Project; hostname: CustomHostname }) {
  const { ref, abilities } = project;
  const name = hostname.custom_hostname;
  const state = hostnameState(hostname, null);
  const isVerified = state !== 'pending';
  const [isAsking, setAsking] = useState(false);
  const refresh = useRefreshAddress();
  const verify = useAction({
    mutation: orpc.projectAddresses.v1ReverifyHostname.mutationOptions(),
    onDone: refresh,
  });
  const activate = useAction({
    mutation: orpc.projectAddresses.v1ActivateHostname.mutationOptions(),
    done: `The project answers under ${name}`,
    onDone: refresh,
  });
  const remove = useAction({
    mutation: orpc.projectAddresses.v1DeleteHostname.mutationOptions(),
    done: 'Removed the host name',
    failed: (message) => `Failed to remove the host name: ${message}`,
    onDone: async () => {
      setAsking(false);
      await refresh();
    },
  });
  const reason = abilities.update_project ? null : 'You cannot change the addresses of this project.';
  const problems = hostname.data.result.verification_errors ?? [];
  const error = verify.error ?? activate.error;
  return (
    <section className={classes.stack} aria-label="Custom hostname">
      <div className={classes.title}>
        <h3 className={classes.heading}>
          <bdi>{name}</bdi>
        </h3>
        <StateLabel
          tone={state === 'active' ? 'ok' : 'warn'}
          label={
            { pending: 'Waits for its records', verified: 'Verified', active: 'Active' }[state as 'pending']
          }
        />
      </div>
      {state === 'active' && <CodeLine value={`https://${name}`} label="address of the project" />}
      <ol className={classes.steps}>
        <li>
          <p>Set these DNS records where the domain is administered. Keep the second one for good.</p>
          {dnsRecords(hostname).map(({ type, name: at, value, why }) => (
            <dl key={type} className={classes.record} aria-label={`${type} record`}>
              <dt>Type</dt>
              <dd>
                {type} <span className={classes.quiet}>{why}</span>
              </dd>
              <dt>Name</dt>
              <dd>
                <CodeLine value={at} label={`name of the ${type} record`} />
              </dd>
              <dt>Value</dt>
              <dd>
                <CodeLine value={value} label={`value of the ${type} record`} />
              </dd>
            </dl>
          ))}
        </li>
        <li>
          <p>
            {isVerified
              ? 'The TXT record was seen: the name is yours.'
              : 'Check that the TXT record is seen. New records can take a while.'}
          </p>
          {problems.map((problem) => (
            <Notice key={problem} tone="warn">
              {problem}
            </Notice>
          ))}
          {!isVerified && (
            <GuardedButton
              reason={reason}
              loading={verify.isRunning}
              onClick={() => void verify.run({ ref })}
            >
              Check records
            </GuardedButton>
          )}
        </li>
        <li>
          <p>
            {state === 'active'
              ? 'The project answers under this name, and links that its auth service sends begin with it.'
              : 'Activate it: the project answers under this name from then on, and links that its auth service sends begin with it.'}
          </p>
          {state !== 'active' && (
            <GuardedButton
              reason={reason ?? (isVerified ? null : 'Its TXT record must be seen first.')}
              variant="filled"
              loading={activate.isRunning}
              onClick={() => void activate.run({ ref })}
            >
              Activate host name
            </GuardedButton>
          )}
        </li>
      </ol>
      {error !== null && <Notice tone="danger">{error.message}</Notice>}
      <div>
        <GuardedButton reason={reason} color="red" variant="light" onClick={() => setAsking(true)}>
          Remove host name…
        </GuardedButton>
      </div>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => void remove.run({ ref })}
        title="Remove host name"
        confirmLabel="Remove host name"
        danger
        isRunning={remove.isRunning}
      >
        The project does not answer under {name} any more. Applications that call it so fail at once.
      </ConfirmDialog>
    </section>
  );
}
