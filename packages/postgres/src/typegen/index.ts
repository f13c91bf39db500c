export { readTypedSchemas } from './read-typed-schemas.ts';
export { typescriptOf } from './typescript.ts';
