import type { PoolLiquidity } from './facts.ts'

/**
 * The pools that were read; null if others were not and these have nothing, such as a curve that is over: the unread ones may hold all of it.
 *
 * @param unread number of pools that could not be read
 */
export const knownLiquidity = <Read extends Pick<PoolLiquidity, 'quoteRaw'>>(read: readonly Read[], unread: number): readonly Read[] | null =>
  unread > 0 && read.every(({ quoteRaw }) => quoteRaw === 0n) ? null : read
