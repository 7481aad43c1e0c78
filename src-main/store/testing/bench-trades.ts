import { trustedAddress, type Address } from '../../../src-shared/domain/address.ts'
import type { Trade } from '../../../src-shared/domain/events.ts'

/** Solana-like trades for benches, in chain order: a few busy tokens, many quiet ones, recurring wallets. */

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const ADDRESS_LENGTH = 44
const SIGNATURE_LENGTH = 88
const TOKENS = 2_000
const WALLETS = 100_000
const TRADES_PER_BLOCK = 12
const FIRST_SLOT = 280_000_000
/** 2024-07-28. A Solana slot takes 400 ms. */
const FIRST_TIME = 1_722_124_800
const SLOT_SECONDS = 0.4

/** Marsaglia's xorshift: the same seed gives the same trades on every machine. */
export function seeded(seed: number): () => number {
  let state = seed | 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

function text(random: () => number, length: number): string {
  let out = ''
  for (let i = 0; i < length; i++) out += ALPHABET.charAt(Math.floor(random() * ALPHABET.length))
  return out
}

/** Squaring favours low indexes: a tenth of the list gets a third of the picks. */
const place = (random: () => number, length: number): number => Math.floor(random() ** 2 * length)

function at<T>(list: readonly T[], index: number): T {
  const found = list[index]
  if (found === undefined) throw new Error('nothing at this place')
  return found
}

export interface TradeWorld {
  /** The one token that is a side of every trade. */
  readonly quote: Address
  readonly tokens: readonly Address[]
  readonly pools: readonly Address[]
  readonly wallets: readonly Address[]
  /** The next `count` trades; one in eight shares its transaction with the one before. */
  next(count: number): Trade[]
}

export function tradeWorld(seed: number, tokenCount = TOKENS): TradeWorld {
  const random = seeded(seed)
  const addresses = (count: number) => Array.from({ length: count }, () => trustedAddress(text(random, ADDRESS_LENGTH)))
  const tokens = addresses(tokenCount)
  const pools = addresses(tokenCount)
  const wallets = addresses(WALLETS)
  const quote = trustedAddress('So11111111111111111111111111111111111111112')
  let made = 0
  let tx = ''
  let leg = 0

  function one(): Trade {
    const coinPlace = place(random, tokenCount)
    const buys = random() < 0.5
    const repeats = made % 8 === 7
    leg = repeats ? leg + 1 : 0
    if (!repeats) tx = text(random, SIGNATURE_LENGTH)
    const block = FIRST_SLOT + Math.floor(made / TRADES_PER_BLOCK)
    const sol = { token: quote, raw: BigInt(Math.floor(random() * 1e10) + 1), decimals: 9, usd: Math.round(random() * 1e5) / 100 }
    const coin = { token: at(tokens, coinPlace), raw: BigInt(Math.floor(random() * 1e13) + 1), decimals: 6, usd: null }
    const signer = at(wallets, place(random, WALLETS))
    const trade: Trade = {
      kind: 'trade',
      network: 'sol',
      position: { block, tx: (made % TRADES_PER_BLOCK) - leg, event: (leg + 1) * 1000 },
      time: FIRST_TIME + Math.floor((block - FIRST_SLOT) * SLOT_SECONDS),
      tx,
      dex: 'pump.fun',
      dexVersion: '1',
      signer,
      receiver: random() < 0.9 ? signer : at(wallets, place(random, WALLETS)),
      pool: at(pools, coinPlace),
      tokenIn: buys ? sol : coin,
      tokenOut: buys ? coin : sol,
      feeUsd: null,
      leg,
      source: 'event',
      confidence: 'sure',
    }
    made++
    return trade
  }

  return { quote, tokens, pools, wallets, next: (count) => Array.from({ length: count }, one) }
}
