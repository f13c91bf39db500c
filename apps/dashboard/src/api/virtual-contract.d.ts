declare module 'virtual:contract' {
  import type { Contract } from '@basalt/contract';

  /** The contract's routes without its schemas. */
  export const routes: Contract;
}
