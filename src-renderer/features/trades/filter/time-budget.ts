/** Work per slice before yielding to the browser. */
export const SLICE_MS = 4

/** Returns a function that is true once the time is used up. */
export function timeBudget(ms: number): () => boolean {
  const end = performance.now() + ms
  return () => performance.now() >= end
}
