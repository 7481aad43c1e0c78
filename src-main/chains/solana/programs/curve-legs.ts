import { WRAPPED_SOL } from '../ids.ts'
import type { Leg, LegSide, SwapScene } from './venue.ts'

/** What a bonding curve's own event tells of a trade. */
export interface CurveTrade {
  /** The token launched. */
  readonly mint: string
  /** What it is bought with; wrapped SOL's mint for the coin itself. */
  readonly quote: string
  readonly tokens: bigint
  readonly coin: bigint
  readonly buys: boolean
  readonly trader: string
  readonly receiver: string
}

/**
 * The leg of a curve that holds SOL as lamports, which a sale takes out without any transfer. The event tells the amounts;
 * token transfers and the curve's balance are the second reading.
 *
 * @param pool index of the curve among the instruction's accounts
 */
export function curveLegs({ tx, instruction, movements }: SwapScene, pool: number, trade: CurveTrade | null): Leg[] {
  const account = instruction.accounts.at(pool)
  const name = tx.keys.at(account)
  if (trade === null || name === undefined) return []
  const { mint, quote, tokens, coin, buys, trader, receiver } = trade
  const moved = (token: string, raw: bigint): boolean => movements.some((move) => move.mint === token && move.raw === raw)
  const coinSeen = moved(quote, coin) || (quote === WRAPPED_SOL && tx.lamportChange(account) === (buys ? coin : -coin))
  const side = (token: string, raw: bigint): LegSide => ({ mint: token, raw, withheld: null })
  const [token, paid] = [side(mint, tokens), side(quote, coin)]
  return [
    {
      pool: name,
      in: buys ? paid : token,
      out: buys ? token : paid,
      trader,
      receiver,
      byEvent: true,
      confirmed: coinSeen && moved(mint, tokens),
    },
  ]
}

/** The first event that the reader understands; null where none was written. */
export function firstEvent<T>(events: readonly Uint8Array[], read: (body: Uint8Array) => T | null): T | null {
  for (const body of events) {
    const trade = read(body)
    if (trade !== null) return trade
  }
  return null
}
