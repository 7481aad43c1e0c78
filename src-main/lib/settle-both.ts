/** Waits until both have ended, even if one fails, so that nothing continues after a failure is reported. @throws the first failure */
export async function settleBoth<A, B>(one: Promise<A>, other: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([one, other])
  return Promise.all([one, other])
}
