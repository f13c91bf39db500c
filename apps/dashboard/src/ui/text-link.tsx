import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import classes from './text-link.module.css';

function Anchor(props: ComponentProps<'a'>) {
  return <a {...props} className={classes.link} />;
}

/** A link inside a sentence. */
export const TextLink = createLink(Anchor);
