import type { LinkProps } from '@tanstack/react-router';

/** A place in the dashboard, checked by the router where it is written down with `linkOptions`. */
export type Destination = Pick<LinkProps, 'to' | 'params' | 'search' | 'hash'>;
