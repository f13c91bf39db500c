import { routes } from '../../kernel/router-base.ts';
import { listSettings } from './list-settings.ts';
import { resetSettings } from './reset-settings.ts';

const { storedSettings } = routes;

export const storedSettingRoutes = {
  list: storedSettings.list.handler(({ context, input }) => listSettings(context, context.actor, input.ref)),
  reset: storedSettings.reset.handler(({ context, input }) =>
    resetSettings(context, context.actor, input.ref, input.settings),
  ),
};
