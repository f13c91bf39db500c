import type { AlertRule } from '@basalt/contract';
import { StateLabel } from '../../ui/status/state-label.tsx';

/** Whether a rule is broken now, and whether its notices arrive. */
export function RuleState({ rule }: { rule: AlertRule }) {
  if (rule.is_paused) return <StateLabel tone="idle" label="Paused" />;
  if (rule.firing_since !== null)
    return <StateLabel tone="danger" label="Firing" title={rule.problem ?? undefined} />;
  if (rule.problem !== null) return <StateLabel tone="warn" label="Not told" title={rule.problem} />;
  return <StateLabel tone="ok" label="Quiet" />;
}
