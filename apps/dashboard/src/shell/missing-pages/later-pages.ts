/** Pages with a fixed address whose content does not exist yet: what will be there, and what one can do today. */
export const LATER_PAGES = {
  '/org/$slug/billing': {
    title: 'Billing',
    text: 'The plan of this organization and what its projects use will be here. Nothing is charged on your own machine.',
  },
} as const;

export type LaterPagePath = keyof typeof LATER_PAGES;
