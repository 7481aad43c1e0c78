/** Moments of a picture for the browser's own timeline, and for `e2e/bench`: data in hand, first painted, ready to answer, changed. */
export function markMoment(moment: 'data' | 'first' | 'ready' | 'changed'): void {
  performance.mark(`graph:${moment}`)
}
