import type { WebhookDelivery } from '@basalt/contract';
import { StateLabel } from '../../ui/status/state-label.tsx';

/** What came of a request: its status where there is one. */
export function DeliveryState({ delivery }: { delivery: WebhookDelivery }) {
  const { state, status_code: status, attempts, error } = delivery;
  if (state === 'waiting')
    return <StateLabel tone="live" label={attempts === 0 ? 'Waiting' : `Tried ${timesOf(attempts)}`} />;
  const label = status === null ? 'No answer' : String(status);
  return (
    <StateLabel tone={state === 'succeeded' ? 'ok' : 'danger'} label={label} title={error ?? undefined} />
  );
}

function timesOf(attempts: number): string {
  return attempts === 1 ? 'once' : attempts === 2 ? 'twice' : `${attempts} times`;
}

/** Which webhook queued it, or that none did. */
export function hookName({ hook }: WebhookDelivery): string {
  return hook === null ? 'SQL function' : hook.name;
}
