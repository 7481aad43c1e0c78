import type { Address } from '../../../src-shared/domain/address.ts'
import { isAmount, percentOf, sumRaw } from '../../../src-shared/domain/amount.ts'
import { countOf, grouped, shortPercent } from '../../../src-shared/domain/shown.ts'
import type { Balance, Holding } from '../../../src-shared/domain/token.ts'
import type { BlockRef, ListedHolders } from '../../chains/adapter.ts'

export interface BalanceCheck {
  /** Wallets whose balance on the chain differs from the sum of their transfers. */
  readonly different: readonly Address[]
  /** Holders whose balance could not be read from the token, without those whose sum is impossible. */
  readonly unread: number
  /** Wallets that sent more than their transfers gave them. */
  readonly overdrawn: number
  /** Sum of the balances that the chain returned, raw units. */
  readonly held: bigint
}

/** Compares balances summed from transfers with balances read from the chain. */
export function checkBalances(summed: readonly Balance[], read: readonly Holding[]): BalanceCheck {
  const onChain = new Map(read.map(({ address, raw }) => [address, raw]))
  return {
    different: summed.filter(({ address, raw }) => onChain.has(address) && onChain.get(address) !== raw).map(({ address }) => address),
    unread: summed.filter(({ address, raw }) => raw > 0n && isAmount(raw) && !onChain.has(address)).length,
    overdrawn: summed.filter(({ raw }) => raw < 0n).length,
    held: sumRaw(read.map(({ raw }) => raw)),
  }
}

const NO_SUPPLY = 'The token reports a total supply of zero although wallets hold it, so their shares of the supply are unknown and shown as zero.'
const SMALL_SUPPLY = 'The largest balances alone add up to more than the total supply that the token reports, so shares of the supply exceed 100 %.'

/** Null unless the balances that the chain returned exceed the supply that the token reports at the same block. */
export function supplyNote({ held }: Pick<BalanceCheck, 'held'>, totalSupply: bigint): string | null {
  if (held <= totalSupply) return null
  return totalSupply === 0n ? NO_SUPPLY : SMALL_SUPPLY
}

/** The notes with the one about this supply, and without one about an earlier supply. */
export function withSupplyNote(notes: readonly string[], held: bigint, totalSupply: bigint): string[] {
  const note = supplyNote({ held }, totalSupply)
  return [...notes.filter((one) => one !== NO_SUPPLY && one !== SMALL_SUPPLY), ...(note === null ? [] : [note])]
}

/** A smaller part of the supply changes no share by more than a hundredth of itself. */
const MIN_PART = 100n

/**
 * Null unless balances agree with the transfers, and these issued less than the supply that the token reports at the same block. The rest has no holder,
 * or one that got it without an event and keeps it.
 */
export function unissuedNote({ different, unread }: BalanceCheck, issued: bigint, totalSupply: bigint): string | null {
  return different.length > 0 || unread > 0 || (totalSupply - issued) * MIN_PART < totalSupply
    ? null
    : `The transfers of the token issued ${shortPercent(percentOf(issued, totalSupply))} of the total supply that it reports. No transfer shows a holder of the rest, so shares of the supply may be too low.`
}

/** @param unknown wallets with impossible sums whose balances were not read from the token */
export const unknownNote = (unknown: number): string | null =>
  unknown === 0
    ? null
    : `The transfers of ${countOf(unknown, 'wallet')} add up to impossible balances, and no others could be read. They are unknown, and so is the number of holders.`

/** Why balances differ from the sums of transfers. */
export interface Difference {
  /** Stored transfers are wrong, earlier transfers were not read, or the token itself moves balances. */
  readonly cause: 'wrong' | 'partial' | 'token'
  /** A block in which a balance changed although its receipts prove that it has no other transfers; null if none was found. */
  readonly movesAlone: number | null
}

export function balanceNotes({ different, unread, overdrawn }: BalanceCheck, checked: number, difference: Difference): string[] {
  return [
    different.length === 0
      ? null
      : `${different.length} of the ${checked} largest balances differ from the sum of transfers because ${causeOf(difference)}; balanceOf is shown.`,
    unread === 0
      ? null
      : `The token did not return the balances of ${unread} of the ${checked} largest holders; the sums of their transfers are shown.`,
    overdrawn === 0 || difference.cause !== 'token'
      ? null
      : 'Some wallets sent more than their transfers gave them, so the token also arrives without events, and holders without a transfer may be missing.',
  ].filter((note) => note !== null)
}

function causeOf({ cause, movesAlone }: Difference): string {
  if (cause === 'wrong') return 'stored transfers are wrong'
  if (movesAlone !== null) return `the token rebases or moves without events, as the receipts of block ${grouped(movesAlone)} prove`
  return cause === 'partial' ? 'earlier transfers were not read' : 'the token rebases or moves without events, or the endpoint leaves out events'
}

/** A holder list further from the head than this describes another state, and a note says so. */
const SAME_STATE_SECONDS = 120

/** Notes about the chain's own list of holders, for a read that describes the block `head`. */
export function listNotes(list: ListedHolders, head: BlockRef): string[] {
  if (Math.abs(list.at.time - head.time) <= SAME_STATE_SECONDS) return [...list.notes]
  return [...list.notes, `Holders are those of block ${grouped(list.at.number)}; everything else describes block ${grouped(head.number)}.`]
}
