/** How the checks of the advisors begin, so that they are told from what people run. */
export const OF_ADVISORS = 'with /* checks of the advisors */';

/** SQL: whether a recorded statement is no check. */
export const NOT_OF_ADVISORS = `not pg_catalog.starts_with(s.query, '${OF_ADVISORS}')`;
