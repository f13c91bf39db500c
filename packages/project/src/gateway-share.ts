/**
 * What one gateway may give away of what a project may have, so that all of them together give no more, but for what rounding adds.
 * @param gateways that serve at this moment, this one among them
 */
export function gatewayShare(whole: number, gateways: number): number {
  return Math.ceil(whole / Math.max(1, gateways));
}
