/** Results of a card are at most so high, in pixels. */
const MAX_RESULTS_HEIGHT = 250;
const HEAD = 30;
const ROW = 28;
/** Room for a scroll bar at the bottom. */
const EDGE = 14;

/** The height of a card's results in pixels: of its rows as far as they fit; a chart takes all there is. */
export function cardHeight(rowCount: number, isChart: boolean): number {
  return isChart ? MAX_RESULTS_HEIGHT : Math.min(MAX_RESULTS_HEIGHT, HEAD + rowCount * ROW + EDGE);
}
