export * from './availability-errors.ts';
export { fromDatabaseError } from './from-database-error.ts';
export * from './request-errors.ts';
export { RestError } from './rest-error.ts';
export * from './result-errors.ts';
export * from './schema-errors.ts';
export * from './to-rest-error.ts';
