import { quoteIdent, quoteLiteral } from '@basalt/sql';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../../api/client.ts';
import { FactList } from '../../../ui/lists/fact-list.tsx';
import { Definition } from '../shared/definition.tsx';
import classes from '../shared/details-panel.module.css';
import { DetailsPanel } from '../shared/details-panel.tsx';
import type { EventTriggerObject } from '../shared/objects.ts';
import { useObjectPanel } from '../shared/use-object-panel.ts';
import { STATES } from './trigger-states.ts';

/** Everything about one event trigger of a superuser, who alone can change it. */
export function ServerEventTriggerPanel({ projectRef }: { projectRef: string }) {
  const { open, close } = useObjectPanel();
  const asked = useQuery({
    ...orpc.schemaApi.getEventTrigger.queryOptions({ input: { ref: projectRef, id: open ?? '0' } }),
    enabled: open !== undefined,
    retry: false,
  });
  return (
    <DetailsPanel<EventTriggerObject>
      noun="event trigger"
      asked={open === undefined ? null : asked}
      titleOf={({ name }) => name}
      onClose={close}
    >
      {(found) => (
        <>
          <p className={classes.quiet}>
            Only superusers can change it. In sessions of services and of the platform it runs with their
            rights, which is why yours are kept apart from these.
          </p>
          <FactList
            facts={[
              { label: 'Event', value: <code>{found.event}</code> },
              {
                label: 'Commands',
                value: found.tags.length === 0 ? 'All of the event' : found.tags.join(', '),
              },
              {
                label: 'Function',
                value: (
                  <code>
                    {found.function_schema}.{found.function_name}()
                  </code>
                ),
              },
              { label: 'Owner', value: found.owner },
              { label: 'State', value: STATES[found.enabled_mode].label },
              ...(found.comment === null ? [] : [{ label: 'Comment', value: found.comment }]),
            ]}
          />
          <Definition projectRef={projectRef} name={found.name} sql={eventTriggerSql(found)} />
        </>
      )}
    </DetailsPanel>
  );
}

/** What makes an event trigger. */
function eventTriggerSql(
  trigger: Pick<EventTriggerObject, 'name' | 'event' | 'tags' | 'function_schema' | 'function_name'>,
): string {
  const tags = trigger.tags.map((tag) => quoteLiteral(tag)).join(', ');
  const when = tags === '' ? '' : `\n  when tag in (${tags})`;
  const call = `${quoteIdent(trigger.function_schema)}.${quoteIdent(trigger.function_name)}()`;
  return `create event trigger ${quoteIdent(trigger.name)} on ${trigger.event}${when}\n  execute function ${call};`;
}
