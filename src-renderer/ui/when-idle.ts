/** Rather in a busy moment than not at all. */
const LATEST_MS = 400

/** Does what can wait once the page has nothing better to do; Safari has no idle callbacks. Answers how to call it off. */
export function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, LATEST_MS)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(work, { timeout: LATEST_MS })
  return () => cancelIdleCallback(asked)
}
