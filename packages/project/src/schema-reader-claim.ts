/**
 * The claim of a token that may read the schema of GraphQL although that is switched off for the project's own clients. Only
 * the platform puts it there, for whoever manages the project; whoever holds the project's keys could as well.
 */
export const SCHEMA_READER_CLAIM = 'basalt_reads_graphql_schema';
