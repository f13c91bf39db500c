import { Button } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

/** A link that looks like a button: it has an address and opens in a new tab like any link. */
export const ButtonLink = createLink(Button<'a'>);
