const TIMEOUT_MS = 400

/** Runs work when the page is idle, after TIMEOUT_MS at the latest. Safari has no idle callbacks. Returns a cancel function. */
export function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, TIMEOUT_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: TIMEOUT_MS })
  return () => cancelIdleCallback(handle)
}
