import { ByteReader } from '../bytes.ts'
import { SYSTEM_PROGRAM, WRAPPED_SOL, WRAPPED_SOL_DECIMALS } from '../ids.ts'
import { amounts, type Leg, type LegLayout, type LegSide, type SwapAmounts, type SwapScene, type Venue } from './venue.ts'

/* The bonding curve. It holds SOL as lamports, which a sale takes out without any transfer: the event tells the amounts. */

const BUY = '66063d1201daebea'
const SELL = '33e685a4017f83ad'
const DISCRIMINATOR_BYTES = 8

/** Which account is the curve, by instruction; second versions list the quote token's accounts too. */
const curve = (pool: number): readonly LegLayout[] => [{ pool, traders: [], vaults: [] }]

interface TradeEvent {
  readonly mint: string
  readonly quote: string
  readonly coin: bigint
  readonly tokens: bigint
  readonly buys: boolean
  readonly user: string
}

/** Behind `user` the event grew by version: the quote mint and its amount are read where the event is long enough. */
function readTradeEvent(body: Uint8Array): TradeEvent | null {
  const event = new ByteReader(body, DISCRIMINATOR_BYTES)
  const mint = event.pubkey()
  const sol = event.u64()
  const tokens = event.u64()
  const buys = event.u8()
  const user = event.pubkey()
  if (mint === null || sol === null || tokens === null || buys === null || user === null) return null
  const other = readQuote(event)
  return { mint, quote: other?.mint ?? WRAPPED_SOL, coin: other?.raw ?? sol, tokens, buys: buys === 1, user }
}

/** Everything between `user` and `ix_name`, then between `ix_name` and the shareholders. */
const TO_IX_NAME = 8 + 4 * 8 + 32 + 2 * 8 + 32 + 2 * 8 + 1 + 4 * 8
const TO_SHAREHOLDERS = 1 + 4 * 8
/** A shareholder is a key and its basis points. */
const SHAREHOLDER_BYTES = 32 + 2

/** The quote token where it is not SOL; the event then says no SOL amount. */
function readQuote(event: ByteReader): { mint: string; raw: bigint } | null {
  if (event.skip(TO_IX_NAME).text() === null) return null
  const holders = event.skip(TO_SHAREHOLDERS).u32()
  if (holders === null) return null
  const mint = event.skip(holders * SHAREHOLDER_BYTES).pubkey()
  const raw = event.u64()
  return mint === null || raw === null || mint === SYSTEM_PROGRAM || mint === WRAPPED_SOL ? null : { mint, raw }
}

function readCurve({ tx, swap, instruction, movements, events }: SwapScene): Leg[] {
  const pool = instruction.accounts[swap.legs[0]?.pool ?? -1]
  const event = events.map(readTradeEvent).find((read) => read !== null)
  if (pool === undefined || event === undefined || event === null) return []
  const moved = movements.find((move) => move.mint === event.mint && move.raw === event.tokens)
  const decimals = moved?.decimals ?? null
  const token: LegSide = { mint: event.mint, decimals, raw: event.tokens }
  const paid = movements.find((move) => move.mint === event.quote && move.raw === event.coin)
  const quoteDecimals = event.quote === WRAPPED_SOL ? WRAPPED_SOL_DECIMALS : (paid?.decimals ?? null)
  const coin: LegSide = { mint: event.quote, decimals: quoteDecimals, raw: event.coin }
  const coinSeen = paid !== undefined || lamportChange(tx, pool) === (event.buys ? event.coin : -event.coin)
  return [
    {
      pool,
      in: event.buys ? coin : token,
      out: event.buys ? token : coin,
      trader: event.user,
      receiver: event.user,
      byEvent: true,
      confirmed: moved !== undefined && coinSeen,
    },
  ]
}

function lamportChange(tx: SwapScene['tx'], account: string): bigint | null {
  const at = tx.accounts.indexOf(account)
  const before = tx.lamportsBefore[at]
  const after = tx.lamportsAfter[at]
  return before === undefined || after === undefined ? null : after - before
}

const creatorAfterThreeTexts = (args: ByteReader): string | null => {
  for (let i = 0; i < 3; i++) if (args.text() === null) return null
  return args.pubkey()
}

export const pumpFun: Venue = {
  program: '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P',
  dex: 'pump.fun',
  version: 'curve',
  swaps: [
    { name: 'buy', discriminator: BUY, legs: curve(3) },
    { name: 'buy_exact_sol_in', discriminator: '38fc74089edfcd5f', legs: curve(3) },
    { name: 'sell', discriminator: SELL, legs: curve(3) },
    { name: 'buy_v2', discriminator: 'b817ee6167c5d33d', legs: curve(10) },
    { name: 'buy_exact_quote_in_v2', discriminator: 'c2ab1c46684d5b2f', legs: curve(10) },
    { name: 'sell_v2', discriminator: '5df6823ce7e940b2', legs: curve(10) },
  ],
  events: [{ transport: 'self_cpi', discriminator: 'bddb7fd34ee661ee', amounts: curveAmounts }],
  read: readCurve,
  launches: [
    { discriminator: '181ec828051c0777', mint: 0, creator: 7, creatorArgument: creatorAfterThreeTexts },
    { discriminator: 'd6904cec5f8b31b4', mint: 0, creator: 5, creatorArgument: creatorAfterThreeTexts },
  ],
}

function curveAmounts(event: ByteReader): SwapAmounts | null {
  const coin = event.skip(32).u64()
  const tokens = event.u64()
  return event.u8() === 1 ? amounts(coin, tokens) : amounts(tokens, coin)
}

/* PumpSwap: the pool that a coin moves to when its curve is full. */

const POOL_LEGS: readonly LegLayout[] = [{ pool: 0, traders: [5, 6], vaults: [7, 8] }]

export const pumpSwap: Venue = {
  program: 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA',
  dex: 'pumpswap',
  version: 'v1',
  swaps: [
    { name: 'buy', discriminator: BUY, legs: POOL_LEGS },
    { name: 'buy_exact_quote_in', discriminator: 'c62e1552b4d9e870', legs: POOL_LEGS },
    { name: 'sell', discriminator: SELL, legs: POOL_LEGS },
  ],
  events: [
    /* BuyEvent: base_amount_out first; quote_amount_in_with_lp_fee, twelfth, is what goes into the pool's vault. */
    {
      transport: 'self_cpi',
      discriminator: '67f4521f2cf57777',
      amounts: (event) => {
        const out = event.skip(8).u64()
        return amounts(event.skip(10 * 8).u64(), out)
      },
    },
    /* SellEvent: base_amount_in first; user_quote_amount_out, thirteenth, is what the seller gets. */
    {
      transport: 'self_cpi',
      discriminator: '3e2f370aa503dc2a',
      amounts: (event) => amounts(event.skip(8).u64(), event.skip(11 * 8).u64()),
    },
  ],
}
