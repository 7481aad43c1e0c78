import { grouped } from '../../../src-shared/domain/shown.ts'
import type { HolderAmount } from '../plans.ts'

/** A note on how many holders a map lists, and what it leaves out. */
export function describeKnownHolders(holders: readonly HolderAmount[]): string {
  const known = countHolders(holders)
  if (known === 1) return 'Only one holder is known.'
  return `Only the largest ${grouped(known)} holders are known, and only movements between them.`
}

/** A file may list an address more than once. */
export const countHolders = (holders: readonly HolderAmount[]): number => new Set(holders.map(({ address }) => address)).size
