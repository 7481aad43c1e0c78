/**
 * Marks for the browser's timeline and for `e2e/checks/bench`: the snapshot is loaded, its nodes and links are painted, and cytoscape has its nodes.
 */
export function markPerformance(moment: 'data' | 'painted' | 'ready'): void {
  performance.mark(`graph:${moment}`)
}
