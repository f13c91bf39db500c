import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DeployEvent, type DeployState, nextDeployState, undeployed } from './deploy-machine.ts';

const fresh: DeployEvent = { type: 'deploy', exists: false };
const existing: DeployEvent = { type: 'deploy', exists: true };
const after = (...events: DeployEvent[]): DeployState => events.reduce(nextDeployState, undeployed);

describe('nextDeployState', () => {
  it.each<[string, DeployEvent[], DeployState]>([
    ['deploys a new function', [fresh], { phase: 'deploying' }],
    ['ends deployed', [fresh, { type: 'deployed' }], { phase: 'deployed' }],
    ['says why not', [fresh, { type: 'failed', message: 'No.' }], { phase: 'failed', message: 'No.' }],
    ['tries again', [fresh, { type: 'failed', message: 'No.' }, fresh], { phase: 'deploying' }],
    ['asks before it replaces one', [existing], { phase: 'asking' }],
    ['replaces after a yes', [existing, { type: 'replace' }], { phase: 'deploying' }],
    ['leaves it after a no', [existing, { type: 'cancel' }], undeployed],
    ['does not begin twice', [fresh, fresh], { phase: 'deploying' }],
    ['stays deployed', [fresh, { type: 'deployed' }, fresh], { phase: 'deployed' }],
    ['begins anew with other code', [fresh, { type: 'deployed' }, { type: 'changed' }], undeployed],
    [
      'forgets an answer that comes after that',
      [fresh, { type: 'changed' }, { type: 'deployed' }],
      undeployed,
    ],
  ])('%s', (_name, events, expected) => {
    expect(after(...events)).toEqual(expected);
  });

  it('replaces nothing unasked, whatever happens', () => {
    const event = fc.oneof(
      fc.constantFrom<DeployEvent>(
        existing,
        { type: 'replace' },
        { type: 'cancel' },
        { type: 'deployed' },
        { type: 'changed' },
      ),
      fc.constant<DeployEvent>({ type: 'failed', message: 'No.' }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        let state = undeployed;
        for (const one of events) {
          const next = nextDeployState(state, one);
          if (next.phase === 'deploying' && state.phase !== 'deploying') expect(state.phase).toBe('asking');
          state = next;
        }
      }),
    );
  });
});
