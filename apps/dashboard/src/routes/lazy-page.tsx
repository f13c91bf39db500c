import { lazyRouteComponent, useParams } from '@tanstack/react-router';
import type { ComponentType, Key } from 'react';

/** What addresses name. Which of them are there depends on the route. */
interface AddressParams {
  ref: string;
  slug: string;
  id: string;
  name: string;
}

/**
 * The component of a route whose page needs nothing but what the address names. The page is loaded when it is first
 * wanted. `toProps` may give a `key`, with which another address starts afresh.
 */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  toProps: (params: AddressParams) => Props & { key?: Key },
) {
  return lazyRouteComponent(async () => {
    const Content = await load();
    return {
      default: function RoutePage() {
        const { key, ...props } = toProps(useParams({ strict: false }) as AddressParams);
        return <Content key={key} {...(props as unknown as Props)} />;
      },
    };
  });
}

/** `toProps` of pages that only want to know which project. */
export const ofProject = ({ ref }: { ref: string }) => ({ projectRef: ref });
