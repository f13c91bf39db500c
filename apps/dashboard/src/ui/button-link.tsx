import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type AnchorProps = ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>;

// The kit draws a button unless it is told to draw an anchor; a type argument alone does not tell it.
const AnchorButton = (props: AnchorProps) => <Button component="a" {...props} />;

/** A link that looks like a button: it has an address and opens in a new tab like any link. */
export const ButtonLink = createLink(AnchorButton);
