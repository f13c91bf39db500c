import { contract } from '@basalt/contract';
import { minifyContractRouter } from '@orpc/contract';
import type { Plugin } from 'vite';

// No page reads the schema API yet, and its paths would be in the first load.
const { schemaApi: _, ...used } = contract;

/**
 * Serves `virtual:contract`: paths and methods of the contract as plain data. The browser needs no schemas to
 * make a call, and zod would be the largest part of the first load.
 */
export function contractPlugin(): Plugin {
  const id = 'virtual:contract';
  return {
    name: 'basalt-contract',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load: (source) =>
      source === `\0${id}` ? `export const routes = ${JSON.stringify(minifyContractRouter(used))};` : null,
  };
}
