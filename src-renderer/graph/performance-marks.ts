/**
 * Marks for the browser's timeline and for `e2e/checks/bench`: the snapshot is loaded, its nodes are painted, its links too, and cytoscape has
 * its nodes.
 */
export function markPerformance(moment: 'data' | 'sketched' | 'painted' | 'ready'): void {
  performance.mark(`graph:${moment}`)
}
