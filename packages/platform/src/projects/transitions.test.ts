import { OPERATION_KINDS, PROJECT_STATUSES, type ProjectStatus, TRANSITIONS } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import { PlatformError } from '../kernel/platform-error.ts';
import { alreadyRunning, assertMayStart, transitionOf } from './transitions.ts';

const BUSY: ProjectStatus[] = [
  'COMING_UP',
  'RESTORING',
  'PAUSING',
  'RESTARTING',
  'GOING_DOWN',
  'UPGRADING',
  'RESIZING',
];

describe('transitions', () => {
  it.each(BUSY)('start nothing while a project is %s', (status) => {
    for (const kind of OPERATION_KINDS) expect(() => assertMayStart(kind, status)).toThrow(PlatformError);
  });

  it('leave a way on from every status they can end in', () => {
    const ends = Object.values(TRANSITIONS).flatMap(({ done, failed }) => [done, failed]);
    for (const end of ends) {
      if (end === null) continue;
      expect(Object.values(TRANSITIONS).some(({ from }) => from.includes(end))).toBe(true);
    }
  });

  it('allow deletion from every status in which nothing is at work', () => {
    const resting = PROJECT_STATUSES.filter((status) => !BUSY.includes(status) && status !== 'REMOVED');
    for (const status of resting) expect(() => assertMayStart('delete', status)).not.toThrow();
  });

  it('leave the status alone while the JWT secret is changed', () => {
    expect(transitionOf('rotate_jwt_secret')).toBeNull();
    for (const status of ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'INACTIVE'] as const)
      expect(() => assertMayStart('rotate_jwt_secret', status)).not.toThrow();
    expect(() => assertMayStart('rotate_jwt_secret', 'INIT_FAILED')).toThrow(
      'The JWT secret cannot be changed now: its set-up failed.',
    );
  });

  it('say what is at work already', () => {
    expect(alreadyRunning('rotate_jwt_secret').message).toBe(
      'The JWT secret is being changed. Try again when that is done.',
    );
  });

  it.each([
    ['pause', 'INACTIVE', 'The project cannot be paused now: it is paused.'],
    ['restore', 'ACTIVE_HEALTHY', 'The project cannot be restored now: it is running.'],
    ['restart', 'INACTIVE', 'The project cannot be restarted now: it is paused.'],
    ['delete', 'GOING_DOWN', 'The project cannot be deleted now: it is being deleted.'],
  ] as const)('say why: %s from %s', (kind, status, sentence) => {
    expect(() => assertMayStart(kind, status)).toThrow(sentence);
  });
});
