/*
 * Claims of tokens that only the platform makes, for whoever manages a project. Whoever holds the project's keys could as well.
 */

/** May read the schema of GraphQL although that is switched off for the project's own clients. */
export const SCHEMA_READER_CLAIM = 'basalt_reads_graphql_schema';

/** May take back what a request of the Data API does (`Prefer: tx=rollback`) although the project's own clients may not. */
export const ROLLBACK_CLAIM = 'basalt_rolls_back';
