declare module 'virtual:contract' {
  import type { Contract } from '@basalt/contract';

  /** The contract's routes without its schemas, as far as the dashboard calls them. */
  export const routes: Omit<Contract, 'schemaApi'>;
}
