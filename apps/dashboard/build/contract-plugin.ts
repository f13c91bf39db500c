import { contract } from '@basalt/contract';
import { minifyContractRouter } from '@orpc/contract';
import type { Plugin } from 'vite';

// What the frame around every page asks. The rest comes with the first page that calls it.
const { accounts, organizations, projects, operations, resources, usageEvents, ...pages } = contract;
const shell = { accounts, organizations, projects, operations, resources, usageEvents };

const MODULES = new Map(Object.entries({ 'virtual:contract/shell': shell, 'virtual:contract/pages': pages }));

/**
 * Serves `virtual:contract/shell` and `virtual:contract/pages`: paths and methods of the contract as plain data. The browser
 * needs no schemas to make a call, and zod would be the largest part of the first load.
 */
export function contractPlugin(): Plugin {
  return {
    name: 'basalt-contract',
    resolveId: (source) => (MODULES.has(source) ? `\0${source}` : null),
    load(source) {
      const part = MODULES.get(source.slice(1));
      return part === undefined
        ? null
        : `export const routes = ${JSON.stringify(minifyContractRouter(part))};`;
    },
  };
}
