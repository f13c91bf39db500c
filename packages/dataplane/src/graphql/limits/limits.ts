/** Bounds of a request, so that no document makes us or the planner work without end. */

/** Of the body, in bytes: variables included. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;
/** Of the document, in characters. */
export const MAX_QUERY_LENGTH = 100_000;
/** Brackets within brackets, in the document. */
export const MAX_QUERY_DEPTH = 50;
/** Lists and objects within each other, in the variables. */
export const MAX_VARIABLES_DEPTH = 100;
/** Names, values and signs of the document. */
export const MAX_TOKENS = 15_000;
/** Fields after fragments are put in their places. */
export const MAX_FIELDS = 5_000;
/** Fields of the root, aliases counted. */
export const MAX_ROOT_FIELDS = 50;
/** Rows that pages within pages may come to, and parts of all filters. */
export const MAX_ROWS = 1_000_000;
export const MAX_CONDITIONS = 1_000;
/** Columns that one `orderBy` names. */
export const MAX_ORDER_TERMS = 32;
/** Values that one statement takes: PostgreSQL counts them in 16 bits. */
export const MAX_STATEMENT_VALUES = 60_000;
/** Of one statement, in characters. */
export const MAX_SQL_LENGTH = 1_000_000;
/** Rows up to which a read shares its connection with others. */
export const MAX_SHORT_ROWS = 1_000;
/** Characters of an answer about the schema. That of a thousand tables has some ten million. */
export const MAX_DESCRIBED = 30_000_000;
