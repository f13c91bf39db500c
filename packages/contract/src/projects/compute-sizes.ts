// On its own, without schemas: servers read it where the contract is not loaded.

/** Compute sizes of a project, smallest first. */
export const COMPUTE_SIZES = ['nano', 'micro', 'small', 'medium', 'large', 'xlarge', '2xlarge'] as const;
export type ComputeSize = (typeof COMPUTE_SIZES)[number];
export const DEFAULT_COMPUTE_SIZE: ComputeSize = 'nano';
