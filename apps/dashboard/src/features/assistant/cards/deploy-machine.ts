/** A function that the assistant wrote, on its way to being deployed. */
export type DeployState =
  | { phase: 'idle' }
  /** A function of that name is there. */
  | { phase: 'asking' }
  | { phase: 'deploying' }
  | { phase: 'deployed' }
  | { phase: 'failed'; message: string };

export type DeployEvent =
  | { type: 'deploy'; exists: boolean }
  | { type: 'replace' }
  | { type: 'cancel' }
  | { type: 'deployed' }
  | { type: 'failed'; message: string }
  /** The code, the name or the project is another one. */
  | { type: 'changed' };

export const undeployed: DeployState = { phase: 'idle' };

/**
 * Deploying from the chat (spec §4): idle → deploying → deployed, or why not. A function of that name is only replaced after a
 * yes. What is under way cannot be begun again.
 */
export function nextDeployState(state: DeployState, event: DeployEvent): DeployState {
  if (event.type === 'changed') return undeployed;
  switch (state.phase) {
    case 'idle':
    case 'failed':
      return event.type === 'deploy' ? { phase: event.exists ? 'asking' : 'deploying' } : state;
    case 'asking':
      if (event.type === 'replace') return { phase: 'deploying' };
      return event.type === 'cancel' ? undeployed : state;
    case 'deploying':
      if (event.type === 'deployed') return { phase: 'deployed' };
      return event.type === 'failed' ? { phase: 'failed', message: event.message } : state;
    case 'deployed':
      return state;
  }
}
