import { sumRaw } from '../../../src-shared/domain/amount.ts'
import type { TradeFact, TransferFact } from '../../../src-shared/domain/events.ts'
import { findVault, isUnderId, payoutsByLeg, type Payout, type VaultContext } from './payouts.ts'

/**
 * A transfer alongside another wallet's move or swap in the same transaction, which the token's own code may have taken as a tax. Whether
 * it is a tax follows from the whole history of the receiver (docs/detection.md#taxes).
 */

export interface SideTransfer {
  readonly row: TransferFact
  /** The wallet that bought, sold or sent. */
  readonly mover: string
  /** The signer of the swap if known, or the receiver of a plain transfer. */
  readonly other: string
  /** Share of the moved amount in millionths. */
  readonly ppm: number
  /** Whether only the token's code can have made it: the pool, not a vault, paid once and the payment arrived in parts. */
  readonly proven: boolean
  /** Whether each side transfer is smaller than the main transfer, and together they are at most half of the total. */
  readonly minor: boolean
}

export interface TaxContext extends VaultContext {
  readonly pools: { has(address: string): boolean }
  /** Addresses already known to receive taxes. They are the main receiver only if there is no other. */
  readonly recipients: { has(address: string): boolean }
}

/** @param rows the transfers of one transaction in order @param legs its trade legs */
export function findSideTransfers(rows: readonly TransferFact[], legs: readonly TradeFact[], context: TaxContext): SideTransfer[] {
  const real = rows.filter(({ from, to, raw }) => raw > 0n && from !== to)
  if (real.length < 2) return []
  const sentBy = Map.groupBy(real, ({ from }) => from as string)
  const vault = findVault(real, legs, context)
  const within = vault === null ? context : { ...context, pools: { has: (address: string) => address === vault || context.pools.has(address) } }
  const found: SideTransfer[] = []
  for (const [from, sent] of sentBy) {
    if (from === context.token) continue
    const got = real.filter(({ to }) => to === from)
    if (within.pools.has(from)) found.push(...besidePayouts(sent, { got, all: real, legs, isVault: from === vault }, within))
    else found.push(...besideSending(sent, got, legs, within))
  }
  return found
}

interface Payer {
  readonly got: readonly TransferFact[]
  readonly all: readonly TransferFact[]
  readonly legs: readonly TradeFact[]
  /** Whether it pays whom the callers of its pools name, so that not only the token's code can have split a payment. */
  readonly isVault: boolean
}

/** A pool paid several addresses: for each leg, one is the buyer. A pool that mainly received pays a tax on what it got. */
function besidePayouts(paid: readonly TransferFact[], { got, all, legs, isVault }: Payer, context: TaxContext): SideTransfer[] {
  const isOwn = ({ pool }: TradeFact): boolean => (isVault ? isUnderId(all, pool) : pool === paid[0]?.from)
  const payouts = payoutsByLeg(
    paid,
    legs.filter((leg) => isOwn(leg) && leg.tokenOut.token === context.token),
  )
  if (payouts.every(({ leg }) => leg === null) && isLess(paid, got)) return besideReceipt(paid, got, legs, context)
  return payouts.flatMap(({ rows, leg }) => {
    const main = pickBuyer({ rows, leg }, all, context)
    if (main === null) return []
    const mover = leg?.receiver ?? main.to
    return sides(rows, main, { mover, other: leg?.signer ?? mover, proven: leg !== null && context.tokenCode && !isVault })
  })
}

function pickBuyer({ rows, leg }: Payout, all: readonly TransferFact[], { recipients }: TaxContext): TransferFact | null {
  if (rows.length < 2) return null
  const forwards = ({ to }: TransferFact): boolean => all.some(({ from }) => from === to)
  return (
    rows.find(({ to }) => to === leg?.receiver) ??
    rows.find(({ to }) => to === leg?.signer) ??
    rows.find(forwards) ??
    largest(rows.filter(({ to }) => !recipients.has(to))) ??
    largest(rows)
  )
}

/** A wallet sent to several addresses, or passed on a small part of what it received. */
function besideSending(sent: readonly TransferFact[], got: readonly TransferFact[], legs: readonly TradeFact[], context: TaxContext): SideTransfer[] {
  const { pools, recipients } = context
  const toPool = largest(sent.filter(({ to }) => pools.has(to)))
  if (toPool === null && isLess(sent, got)) return besideReceipt(sent, got, legs, context)
  const main = toPool ?? largest(sent.filter(({ to }) => !recipients.has(to))) ?? largest(sent)
  if (main === null || sent.length < 2) return []
  const signer = legs[0]?.signer ?? null
  // A wallet that received the tokens in the same transaction forwards them on behalf of their final receiver.
  const passesOn = got.length > 0 && toPool === null
  const mover = passesOn ? main.to : main.from
  const other = passesOn || toPool !== null ? (signer ?? mover) : main.to
  const apart = sent.filter(({ to }) => to === main.to || !pools.has(to))
  return sides(apart, main, { mover, other, proven: false, minor: toPool === null ? undefined : true })
}

/** Most of the incoming amount stays, and a smaller part is passed on. */
function besideReceipt(
  sent: readonly TransferFact[],
  got: readonly TransferFact[],
  legs: readonly TradeFact[],
  { pools }: TaxContext,
): SideTransfer[] {
  const main = largest(got)
  if (main === null) return []
  const mover = pools.has(main.from) ? main.to : main.from
  const other = legs[0]?.signer ?? (pools.has(main.to) ? mover : main.to)
  const total = sumRaw(got.map(({ raw }) => raw))
  return sent.filter(({ to }) => to !== main.from).map((row) => ({ row, mover, other, ppm: toPpm(row.raw, total), proven: false, minor: true }))
}

interface Beside extends Pick<SideTransfer, 'mover' | 'other' | 'proven'> {
  /** Undefined if the amounts decide. */
  readonly minor?: boolean | undefined
}

function sides(rows: readonly TransferFact[], main: TransferFact, { minor, ...beside }: Beside): SideTransfer[] {
  const total = sumRaw(rows.map(({ raw }) => raw))
  const apart = rows.filter(({ to }) => to !== main.to)
  const isMinor = minor ?? (2n * sumRaw(apart.map(({ raw }) => raw)) <= total && apart.every(({ raw }) => raw < main.raw))
  return apart.map((row) => ({ ...beside, row, ppm: toPpm(row.raw, total), minor: isMinor }))
}

/** Whether `part` adds up to less than half of `whole`. */
const isLess = (part: readonly TransferFact[], whole: readonly TransferFact[]): boolean =>
  2n * sumRaw(part.map(({ raw }) => raw)) < sumRaw(whole.map(({ raw }) => raw))

const largest = (rows: readonly TransferFact[]): TransferFact | null =>
  rows.reduce<TransferFact | null>((most, row) => (most === null || row.raw > most.raw ? row : most), null)

const toPpm = (part: bigint, whole: bigint): number => Number((part * 1_000_000n) / whole)
