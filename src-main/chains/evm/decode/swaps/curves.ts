import type { Address } from '../../../../../src-shared/domain/address.ts'
import { NATIVE } from '../../../../../src-shared/domain/events.ts'
import { addressOfWord } from '../../encoding/words.ts'
import { data, topic, valueAt, type EventField } from '../../transaction/event-field.ts'
import type { RawLog } from '../../transaction/log.ts'
import type { Move } from './leg.ts'

/** A trade on a bonding curve as its event reports it. */
export interface CurveTrade {
  readonly token: Address
  readonly account: Address
  readonly isBuy: boolean
  /** Raw units of the token. */
  readonly tokens: bigint
  /** Raw units of the quote that the curve took or gave. */
  readonly quote: bigint
  /** The launchpad's fee in the quote token; null if its event does not state it. */
  readonly fee: bigint | null
}

interface CurveEvent {
  readonly signature: string
  /** A fixed side, or the field of a bool that is true for a buy. */
  readonly side: 'buy' | 'sell' | EventField
  readonly token: EventField
  readonly account: EventField
  readonly tokens: EventField
  readonly quote: EventField
  readonly fee?: EventField
}

/**
 * Topic → fields, from the launchpads’ published ABIs. A topic is keccak256 of its `signature`. four.meme publishes the first contract with and without
 * the fee (https://github.com/Frlyh0809/go_fourmeme/blob/main/resource/abi/TokenManager.lite.abi).
 */
const CURVE_EVENTS: Readonly<Record<string, CurveEvent>> = {
  '0x7db52723a3b2cdd6164364b3b766e65e540d7be48ffa89582956d8eaebe62942': {
    signature: 'TokenPurchase(address,address,uint256,uint256,uint256,uint256,uint256,uint256)',
    ...{ side: 'buy', token: data(0), account: data(1), tokens: data(3), quote: data(4), fee: data(5) },
  },
  '0x0a5575b3648bae2210cee56bf33254cc1ddfbc7bf637c0af2ac18b14fb1bae19': {
    signature: 'TokenSale(address,address,uint256,uint256,uint256,uint256,uint256,uint256)',
    ...{ side: 'sell', token: data(0), account: data(1), tokens: data(3), quote: data(4), fee: data(5) },
  },
  '0x00fe0e12b43090c1fc19a34aefa5cc138a4eeafc60ab800f855c730b3fb9480e': {
    signature: 'TokenPurchase(address,address,uint256,uint256,uint256)',
    ...{ side: 'buy', token: data(0), account: data(1), tokens: data(2), quote: data(3), fee: data(4) },
  },
  '0x80d4e495cda89b31af98c8e977ff11f417bafcee26902a17a15be51830c47533': {
    signature: 'TokenSale(address,address,uint256,uint256,uint256)',
    ...{ side: 'sell', token: data(0), account: data(1), tokens: data(2), quote: data(3), fee: data(4) },
  },
  '0x623b3804fa71d67900d064613da8f94b9617215ee90799290593e1745087ad18': {
    signature: 'TokenPurchase(address,address,uint256,uint256)',
    ...{ side: 'buy', token: data(0), account: data(1), tokens: data(2), quote: data(3) },
  },
  '0x3aa3f154f6bf5e3490d1a7205aa8d1412e76d26f9d186830de86fb9309224040': {
    signature: 'TokenSale(address,address,uint256,uint256)',
    ...{ side: 'sell', token: data(0), account: data(1), tokens: data(2), quote: data(3) },
  },
  '0xa800a2038683844fac66747f771bfdfae862eb28b16bcfa387afa9fbacce8ff7': {
    signature: 'TokenBought(uint256,address,address,uint256,uint256,uint256,uint256)',
    ...{ side: 'buy', token: data(1), account: data(2), tokens: data(3), quote: data(4) },
  },
  '0x03a4693e592f5e75dc7c136acb39b146d2b4966c0e509c34f362dee02b3b861a': {
    signature: 'TokenSold(uint256,address,address,uint256,uint256,uint256,uint256)',
    ...{ side: 'sell', token: data(1), account: data(2), tokens: data(3), quote: data(4) },
  },
  '0x5c89aca078c4c42425a601eb984e720e9ea11723c9c40088f37fa5c68b0dddf6': {
    signature: 'TokenTrade(address,address,bool,uint256,uint256,uint256,uint256,uint256)',
    ...{ side: data(0), token: topic(1), account: topic(2), tokens: data(1), quote: data(2) },
  },
  '0x068d39e3b8d18843364ea124a6320bb690f5220cd685fc780a8c0b97d125c316': {
    signature: 'Bought(address,address,address,uint256,uint256,uint256,uint256,uint256,uint256,uint256,uint256,uint256,bool,uint8,uint256,uint256)',
    ...{ side: 'buy', token: topic(2), account: topic(1), tokens: data(2), quote: data(1) },
  },
  '0x513f380e556d99f368ce327732425a21e663dfd01b3883575ab11a0aeb9e6882': {
    signature: 'Sold(address,address,uint256,uint256,uint256,uint256,uint256,uint256,uint256,uint256,bool,uint8,uint256,uint256)',
    ...{ side: 'sell', token: topic(2), account: topic(1), tokens: data(0), quote: data(1) },
  },
}

export const CURVE_TOPICS = Object.keys(CURVE_EVENTS)

/** The curve trade of a log; null for other logs. The caller checks that the emitter is a listed launchpad. */
export function readCurveTrade(log: RawLog): CurveTrade | null {
  const event = CURVE_EVENTS[log.topics[0] ?? '']
  if (event === undefined) return null
  const { side } = event
  const isBuy = typeof side === 'string' ? (side === 'buy' ? 1n : 0n) : valueAt(log, side)
  const [token, account, tokens, quote] = [event.token, event.account, event.tokens, event.quote].map((field) => valueAt(log, field))
  if (isBuy === null || token == null || account == null || tokens == null || quote == null || tokens === 0n || quote === 0n) return null
  return {
    token: addressOfWord(token),
    account: addressOfWord(account),
    isBuy: isBuy !== 0n,
    tokens,
    quote,
    fee: event.fee === undefined ? null : valueAt(log, event.fee),
  }
}

/**
 * The quote token of a curve trade: the other token that moved to or from the curve in the transaction, otherwise the native coin. Tokens that the
 * transaction trades on a curve are not quotes: it may sell one and buy the next.
 */
export function curveQuote(trade: CurveTrade, curve: Address, moves: readonly Move[], traded: ReadonlySet<Address>): Address {
  const moved = moves.find(({ token, from, to }) => !traded.has(token) && (trade.isBuy ? to === curve : from === curve))
  return moved?.token ?? NATIVE
}
