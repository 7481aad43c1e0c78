import { WRAPPED_SOL } from '../../encoding/addresses.ts'
import { feesIn, feesOut, type Leg, type LegSide, type SwapContext } from '../venue.ts'

/** A trade as a bonding curve's event states it. */
export interface CurveTrade {
  /** The launched token. */
  readonly mint: string
  /** Mint of the quote token; wrapped SOL's for native SOL. */
  readonly quote: string
  readonly tokens: bigint
  readonly coin: bigint
  readonly buys: boolean
  readonly trader: string
  /** As the event states it. A purchase is received by the owner of the token account that it is paid into. */
  readonly receiver: string
  /** What the launchpad charged in the quote token; null if its event does not state it. */
  readonly fee: bigint | null
}

/**
 * The leg of a curve that holds SOL as lamports, which a sale withdraws without a transfer. The event states the amounts. Token
 * transfers and the curve's lamport balance confirm them.
 *
 * @param pool index of the curve among the instruction's accounts
 */
export function curveLegs({ tx, instruction, movements }: SwapContext, pool: number, trade: CurveTrade | null): Leg[] {
  const account = instruction.accounts.at(pool)
  const name = tx.keys.at(account)
  if (trade === null || name === undefined) return []
  const { mint, quote, tokens, coin, buys, trader, receiver, fee } = trade
  const moved = (token: string, raw: bigint): boolean => movements.some((move) => move.mint === token && move.raw === raw)
  const coinSeen = moved(quote, coin) || (quote === WRAPPED_SOL && tx.lamportChange(account) === (buys ? coin : -coin))
  const side = (token: string, raw: bigint): LegSide => ({ mint: token, raw, withheld: null })
  const [token, paid] = [side(mint, tokens), side(quote, coin)]
  const buyer = movements.find((move) => move.mint === mint && move.raw === tokens)?.toOwner ?? receiver
  return [
    {
      pool: name,
      in: buys ? paid : token,
      out: buys ? token : paid,
      trader,
      receiver: buys ? buyer : receiver,
      fees: buys ? feesIn(fee) : feesOut(fee),
      byEvent: true,
      confirmed: coinSeen && moved(mint, tokens),
    },
  ]
}

/** The first readable event; null if there is none. */
export function firstEvent<T>(events: readonly Uint8Array[], read: (body: Uint8Array) => T | null): T | null {
  for (const body of events) {
    const trade = read(body)
    if (trade !== null) return trade
  }
  return null
}
