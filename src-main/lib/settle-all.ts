/** Waits until all have ended, even if one fails, so that nothing continues after a failure is reported. @throws the first failure in the list's order */
export async function settleAll<const T extends readonly unknown[]>(work: T): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work)
  return Promise.all(work)
}
