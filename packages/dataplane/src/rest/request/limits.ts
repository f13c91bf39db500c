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
/** Keys of an object that are looked at: more than a table can have columns or a function arguments. */
export const MAX_KEYS = 2000;
/** Bytes beyond which a body is read apart from the event loop, and travels as bytes. */
export const LARGE_BODY_BYTES = 1024 * 1024;
/** Bytes of a form: nothing that people fill in comes near. */
export const MAX_FORM_BYTES = 1024 * 1024;
/** Characters that rows in CSV may become as JSON, where every row repeats the names: what one statement may be. */
export const MAX_CSV_AS_JSON = 240 * 1024 * 1024;
/** Of a text that is repeated in an error. */
export const MAX_SHOWN = 500;

/** Largest answer in bytes, as large as the largest request. One that asks for more has not thought of pages. */
export const MAX_ANSWER_BYTES = 50 * 1024 * 1024;
