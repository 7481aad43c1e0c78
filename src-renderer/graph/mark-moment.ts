/** Moments of a picture for the browser's own timeline, and for `e2e/bench`: data in hand, a picture of them painted, ready to answer. */
export function markMoment(moment: 'data' | 'painted' | 'ready'): void {
  performance.mark(`graph:${moment}`)
}
