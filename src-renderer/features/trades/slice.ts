/** Work between two chances for the browser to draw and to listen. */
export const SLICE_MS = 4

/** Whether this time has gone since it was asked for. */
export function lateAfter(ms: number): () => boolean {
  const end = performance.now() + ms
  return () => performance.now() >= end
}
