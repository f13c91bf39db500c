/** Bounds of a request, so that no text makes us or the planner work without end. Beyond them: PGRST100, 400. */

/** Characters of path and query together. */
export const MAX_URL_LENGTH = 65_536;
export const MAX_PARAMETERS = 1000;
/** Embeds within embeds, and groups within groups of a logic tree. */
export const MAX_DEPTH = 40;
/** Columns, conditions or terms in one parameter. */
export const MAX_ITEMS = 2000;
/** Embeds in one select: each is a join. */
export const MAX_EMBEDS = 100;
/** Objects and arrays within each other in a JSON body. */
export const MAX_JSON_DEPTH = 500;
/** Of a text that is repeated in an error. */
export const MAX_SHOWN = 500;
