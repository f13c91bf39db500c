import { BundleError, openFunctionStore } from '@basalt/functions';
import { type FunctionFiles, PlatformError } from '@basalt/platform';
import { functionsFolder } from './functions-folder.ts';
import type { Home } from './home.ts';

/** The store of functions as the platform knows it: what is wrong with a bundle is the caller's to know. */
export function functionFiles(home: Home): FunctionFiles {
  const store = openFunctionStore(functionsFolder(home));
  return {
    ...store,
    add: (ref, bundle) =>
      store.add(ref, bundle).catch((error: unknown) => {
        if (error instanceof BundleError)
          throw new PlatformError('bad_request', error.message, { cause: error });
        throw error;
      }),
  };
}
