/** Routes of the contract without its schemas: those that the frame around every page calls. */
declare module 'virtual:contract/shell' {
  import type { AnyContractRouter } from '@orpc/contract';

  export const routes: Readonly<Record<string, AnyContractRouter>>;
}

/** The routes of everything else. */
declare module 'virtual:contract/pages' {
  import type { AnyContractRouter } from '@orpc/contract';

  export const routes: Readonly<Record<string, AnyContractRouter>>;
}
