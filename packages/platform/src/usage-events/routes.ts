import { routes } from '../kernel/router-base.ts';
import { clearEvents, listEvents, switchEvents } from './manage-events.ts';
import { recordEvent } from './record-event.ts';

const { usageEvents } = routes;

export const usageEventRoutes = {
  record: usageEvents.record.handler(async ({ context, input }) => {
    await recordEvent(context, context.actor, input);
    return {};
  }),
  list: usageEvents.list.handler(({ context, input: { slug, ...question } }) =>
    listEvents(context, context.actor, slug, question),
  ),
  change: usageEvents.change.handler(async ({ context, input }) => {
    await switchEvents(context, context.actor, input.slug, input.is_kept);
    return { is_kept: input.is_kept };
  }),
  clear: usageEvents.clear.handler(async ({ context, input }) => {
    await clearEvents(context, context.actor, input.slug);
    return {};
  }),
};
