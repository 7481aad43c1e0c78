/**
 * Moments of a picture for the browser's own timeline, and for `e2e/checks/bench`: data in hand, its wallets painted, links too, ready
 * to answer.
 */
export function markMoment(moment: 'data' | 'sketched' | 'painted' | 'ready'): void {
  performance.mark(`graph:${moment}`)
}
