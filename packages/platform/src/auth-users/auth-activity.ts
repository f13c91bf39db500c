import { AUTH_ACTIVITY_INTERVALS, type AuthActivity } from '@basalt/contract';
import { routes } from '../kernel/router-base.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { callAuth } from './auth-service.ts';

export const authActivityRoutes = {
  get: routes.authActivity.get.handler(async ({ context, input: { ref, interval } }) => {
    await permittedProject(context.db, context.actor, ref, 'read_auth_users');
    const { buckets, seconds } = AUTH_ACTIVITY_INTERVALS[interval];
    const path = `/admin/activity?buckets=${buckets}&seconds=${seconds}`;
    const { body } = await callAuth(context, ref, { method: 'GET', path });
    return body as AuthActivity;
  }),
};
