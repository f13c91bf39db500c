/** Pages with a fixed address whose content does not exist yet: what will be there, and what one can do today. */
export const LATER_PAGES = {
  '/project/$ref/usage': {
    title: 'Usage',
    text: 'What this project uses of the machine will be shown here over time. Today the project home shows the size of the database.',
  },
  '/org/$slug/billing': {
    title: 'Billing',
    text: 'The plan of this organization and what its projects use will be here. Nothing is charged on your own machine.',
  },
} as const;

export type LaterPagePath = keyof typeof LATER_PAGES;
