import { AUTH_ACTIVITY_INTERVALS, type AuthActivity } from '@basalt/contract';
import { routes } from '../kernel/router-base.ts';
import { permittedCall } from './auth-service.ts';

export const authActivityRoutes = {
  get: routes.authActivity.get.handler(async ({ context, input: { ref, interval } }) => {
    const { buckets, seconds } = AUTH_ACTIVITY_INTERVALS[interval];
    const path = `/admin/activity?buckets=${buckets}&seconds=${seconds}`;
    const call = { method: 'GET', path } as const;
    const { body } = await permittedCall(context, context.actor, ref, 'read_auth_users', call);
    return body as AuthActivity;
  }),
};
