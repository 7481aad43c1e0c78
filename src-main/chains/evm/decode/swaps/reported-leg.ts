import { NATIVE, type DecodeWarning } from '../../../../../src-shared/domain/events.ts'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import { isAmount } from '../../../../../src-shared/domain/amount.ts'
import type { RawLog } from '../../transaction/log.ts'
import { closest, onlyToken, type Leg, type LegLookups, type Move, type SwapTransaction } from './leg.ts'
import { findReportedEvent, type ReportedSwap } from './reported-swaps.ts'

/**
 * The legs of swaps whose events report amounts (and mostly tokens), each checked against the token movements. A leg on which
 * no movement confirms either side becomes a warning, because any contract may emit such an event; a listed vault is trusted.
 */
export function readReportedLegs(transaction: SwapTransaction, moves: readonly Move[], lookups: LegLookups): (Leg | DecodeWarning)[] {
  const { logs } = transaction
  const legs: (Leg | DecodeWarning)[] = []
  for (let i = 0; i < logs.length; i++) {
    const log = logs[i]
    const event = log === undefined ? null : findReportedEvent(log)
    if (log === undefined || event === null) continue
    let swap = event.read(log)
    for (let next = logs[i + 1]; event.inSteps && swap !== null && next !== undefined && isNextStep(log, next); next = logs[i + 1]) {
      swap = addSteps(swap, event.read(next))
      i += 1
    }
    const warn = (code: string, detail: string): void =>
      void legs.push({ kind: 'decode_warning', network: transaction.network, tx: transaction.tx, code, detail })
    if (swap === null) {
      warn('swap_unreadable', `log ${log.logIndex} of ${log.address} has the topic of ${event.signature} but not its fields`)
      continue
    }
    // Sums of amounts and fees may exceed uint256.
    if (swap.rawIn === 0n || swap.rawOut === 0n || !isAmount(swap.rawIn) || !isAmount(swap.rawOut)) {
      warn('swap_one_sided', `log ${log.logIndex} of ${log.address}: ${swap.rawIn} in and ${swap.rawOut} out is no exchange`)
      continue
    }
    const leg = legOf(log, swap, moves, lookups)
    if (leg === null)
      warn(
        'swap_tokens_unknown',
        `log ${log.logIndex} of ${log.address}: no token movement matches the amounts ${swap.rawIn} in and ${swap.rawOut} out`,
      )
    else legs.push(leg)
  }
  return legs
}

/** Whether `next` is the next event of the same swap: its sender and receiver, in the first topics, are the same. */
const isNextStep = (log: RawLog, next: RawLog): boolean => next.address === log.address && [0, 1, 2].every((i) => next.topics[i] === log.topics[i])

/** Two steps of one swap; null if the second cannot be read. */
function addSteps(a: ReportedSwap, b: ReportedSwap | null): ReportedSwap | null {
  return b === null ? null : { ...a, rawIn: a.rawIn + b.rawIn, rawOut: a.rawOut + b.rawOut }
}

function legOf(log: RawLog, swap: ReportedSwap, moves: readonly Move[], lookups: LegLookups): Leg | null {
  const event = findReportedEvent(log)
  if (event === null) return null
  const [holder, byHolder] = [log.address, event.holder === 'emitter']
  const known = lookups.pool(swap.pool)
  const movedIn = closest(
    log,
    moves.filter((move) => move.raw === swap.rawIn && (!byHolder || move.to === holder) && (swap.tokenIn ?? move.token) === move.token),
  )
  const movedOut = closest(
    log,
    moves.filter(
      (move) =>
        move.raw === swap.rawOut &&
        (byHolder ? move.from === holder : move.to === swap.recipient) &&
        (swap.tokenOut ?? move.token) === move.token &&
        move !== movedIn,
    ),
  )
  const inferredToken = (side: 'from' | 'to', other: Address | undefined): Address | undefined => {
    if (!byHolder) return undefined
    const only = onlyToken(moves, side, holder, other)
    return (
      only ?? (event.takesCoins && other !== undefined && moves.every((move) => move[side] !== holder || move.token === other) ? NATIVE : undefined)
    )
  }
  const tokenIn = swap.tokenIn ?? movedIn?.token ?? inferredToken('to', swap.tokenOut ?? movedOut?.token)
  const tokenOut = swap.tokenOut ?? movedOut?.token ?? inferredToken('from', swap.tokenIn ?? movedIn?.token)
  if (tokenIn === undefined || tokenOut === undefined || tokenIn === tokenOut) return null
  const venue = known === null ? lookups.listed(log.address) : { dex: known.dex, version: known.dexVersion }
  if (venue === null && movedIn === undefined && movedOut === undefined) return null
  return {
    kind: 'leg',
    log,
    pool: swap.pool,
    // One account that took the input and paid the output holds the tokens of the venue.
    holder: movedIn !== undefined && movedIn.to === movedOut?.from ? movedIn.to : holder,
    dex: venue?.dex ?? event.dex,
    version: venue?.version ?? event.version,
    tokenIn,
    tokenOut,
    rawIn: swap.rawIn,
    rawOut: swap.rawOut,
    feeIn: null,
    feeOut: null,
    recipient: swap.recipient ?? movedOut?.to ?? null,
    confidence: movedIn !== undefined && movedOut !== undefined ? 'sure' : 'likely',
  }
}
