// On its own, without schemas: configuration reads it in processes that never load the contract.

/** Plans an organization can have. */
export const PLANS = ['free', 'pro', 'team', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];
