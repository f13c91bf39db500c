export { type Bundle, BundleError, type BundleFile, MAX_BUNDLE_BYTES } from './bundle/bundle.ts';
export { type FunctionStore, openFunctionStore } from './files/function-store.ts';
