import type { TradeFact, TransferFact } from '../../../src-shared/domain/events.ts'
import { isBurnAddress } from '../../../src-shared/domain/burn-addresses.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { MAX_EVIDENCE } from '../../../src-shared/domain/evidence.ts'
import { findSideTransfers, type SideTransfer, type TaxContext } from './tax-legs.ts'

/** An address that the token's own code sends part of others' moves to (docs/detection.md#taxes). */
export interface TaxRecipient {
  readonly address: string
  /** Number of wallets whose moves it received a part of. */
  readonly movers: number
  /** The smallest and largest share it received, in millionths of the moved amount. */
  readonly ppm: { readonly least: number; readonly most: number }
  readonly raw: bigint
  /** Up to five, oldest first. */
  readonly txs: readonly string[]
}

interface Candidate {
  readonly movers: Set<string>
  /** Movers and their counterparts by share, rounded to a hundredth of a percent. */
  readonly byShare: Map<number, { readonly movers: Set<string>; readonly others: Set<string> }>
  readonly txs: Set<string>
  proven: boolean
  least: number
  most: number
  raw: bigint
}

/** Side transfers of all transactions so far, by receiver. Mutable: it grows with later blocks, and candidates are never removed. */
export type TaxCandidates = Map<string, Candidate>

const PPM_OF_STEP = 100
const NONE: TaxContext['recipients'] = new Set()

export function collectTaxes(candidates: TaxCandidates, rows: readonly TransferFact[], legs: readonly TradeFact[], context: TokenTaxes): void {
  for (const side of findSideTransfers(rows, legs, { ...context, recipients: NONE })) {
    const { row, mover, other } = side
    const isOwn = row.to === mover || row.to === other
    if (isOwn || row.to === context.token || context.pools.has(row.to) || isBurnAddress(context.network, row.to)) continue
    if (side.proven || side.minor) add(candidates, side)
  }
}

export interface TokenTaxes extends Omit<TaxContext, 'recipients'> {
  readonly network: NetworkId
}

function add(candidates: TaxCandidates, { row, mover, other, ppm, proven }: SideTransfer): void {
  let known = candidates.get(row.to)
  if (known === undefined) {
    known = { movers: new Set(), byShare: new Map(), txs: new Set(), proven: false, least: ppm, most: ppm, raw: 0n }
    candidates.set(row.to, known)
  }
  const step = Math.round(ppm / PPM_OF_STEP)
  const alike = known.byShare.get(step) ?? { movers: new Set<string>(), others: new Set<string>() }
  known.byShare.set(step, alike)
  alike.movers.add(mover)
  alike.others.add(other)
  known.movers.add(mover)
  known.proven ||= proven
  known.least = Math.min(known.least, ppm)
  known.most = Math.max(known.most, ppm)
  known.raw += row.raw
  if (known.txs.size < MAX_EVIDENCE) known.txs.add(row.tx)
}

/**
 * Candidates that receive taxes: a pool's payment arrived in parts, or the same share came from unrelated movers. An owner that pays itself in
 * many transactions is the same mover, signer or receiver in all of them.
 *
 * @param movers minimum unrelated movers that tell a tax from an owner's payments
 */
export function acceptTaxes(candidates: TaxCandidates, movers: number): Map<string, TaxRecipient> {
  const accepted = new Map<string, TaxRecipient>()
  for (const [address, { byShare, txs, proven, least, most, raw, ...found }] of candidates) {
    const recurs = [...byShare.values()].some((alike) => alike.movers.size >= movers && alike.others.size >= movers)
    if (proven || recurs) accepted.set(address, { address, movers: found.movers.size, ppm: { least, most }, raw, txs: [...txs] })
  }
  return accepted
}
