import { ByteReader, discriminator } from '../../encoding/byte-reader.ts'
import { SYSTEM_PROGRAM, WRAPPED_SOL } from '../../encoding/addresses.ts'
import { curveLegs, firstEvent, type CurveTrade } from './curve-legs.ts'
import { ANCHOR_BUY, ANCHOR_SELL, feesIn, swapInstructions, type LegLayout, type SwapAmounts, type Venue } from '../venue.ts'

/* The bonding curve of pump.fun (IDL: https://github.com/pump-fun/pump-public-docs/blob/main/idl/pump.json). */

const TRADE_EVENT = discriminator('bddb7fd34ee661ee')

/** The curve's account index depends on the version: v2 instructions also list the quote token's accounts. */
const curve = (pool: number): readonly LegLayout[] => [{ pool, traders: [], vaults: [] }]

/** Later versions append fields after `user`. The quote mint and its amount are read if the event is long enough. */
function readTradeEvent(body: Uint8Array): CurveTrade | null {
  const event = new ByteReader(body, TRADE_EVENT.length)
  const mint = event.pubkey()
  const sol = event.u64()
  const tokens = event.u64()
  const buys = event.u8()
  const user = event.pubkey()
  if (mint === null || sol === null || tokens === null || buys === null || user === null) return null
  const fees = readFees(event)
  const other = readQuote(event)
  const quote = other?.mint ?? WRAPPED_SOL
  return {
    mint,
    quote,
    coin: other?.raw ?? sol,
    tokens,
    buys: buys === 1,
    trader: user,
    receiver: user,
    fee: other === null ? (fees?.in ?? null) : null,
  }
}

/** Bytes from `user` to `fee`: time, four reserves, the recipient and its share; and from there to `creator_fee`. */
const TO_FEE = 8 + 4 * 8 + 32 + 8
const TO_CREATOR_FEE = 32 + 8

/** The protocol's and the creator's fee in SOL; zero for another quote token. */
function readFees(event: ByteReader): SwapAmounts | null {
  const fee = event.skip(TO_FEE).u64()
  return feesIn(fee, event.skip(TO_CREATOR_FEE).u64())
}

/** Bytes between `creator_fee` and `ix_name`, and between `ix_name` and the shareholders. */
const TO_IX_NAME = 1 + 4 * 8
const TO_SHAREHOLDERS = 1 + 4 * 8
/** A shareholder is a key and its basis points. */
const SHAREHOLDER_BYTES = 32 + 2

/** The quote token and amount if it is not SOL. The event's SOL amount is then zero. */
function readQuote(event: ByteReader): { mint: string; raw: bigint } | null {
  if (!event.skip(TO_IX_NAME).skipText()) return null
  const holders = event.skip(TO_SHAREHOLDERS).u32()
  if (holders === null) return null
  const mint = event.skip(holders * SHAREHOLDER_BYTES).pubkey()
  const raw = event.u64()
  return mint === null || raw === null || mint === SYSTEM_PROGRAM || mint === WRAPPED_SOL ? null : { mint, raw }
}

const creatorAfterThreeTexts = (args: ByteReader): string | null => {
  for (let i = 0; i < 3; i++) if (!args.skipText()) return null
  return args.pubkey()
}

/** Bytes of two flags and the creator's fee. */
const TO_HOLDER_REWARD = 1 + 1 + 8

/**
 * The program ignores the argument if the last flag gives the creator's fees to the holders (`createV2Instruction` in
 * https://www.npmjs.com/package/@pump-fun/pump-sdk). The creator is then who calls it. Earlier versions end before the flag.
 */
function creatorInV2(args: ByteReader): string | null {
  const creator = creatorAfterThreeTexts(args)
  return args.skip(TO_HOLDER_REWARD).u8() === 1 ? null : creator
}

export const pumpFun: Venue = {
  program: '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P',
  dex: 'pump.fun',
  version: 'curve',
  swaps: [
    ...swapInstructions({ buy: ANCHOR_BUY, buy_exact_sol_in: '38fc74089edfcd5f', sell: ANCHOR_SELL }, curve(3)),
    ...swapInstructions({ buy_v2: 'b817ee6167c5d33d', buy_exact_quote_in_v2: 'c2ab1c46684d5b2f', sell_v2: '5df6823ce7e940b2' }, curve(10)),
  ],
  events: [{ transport: 'self_cpi', discriminator: TRADE_EVENT }],
  read: (scene) => curveLegs(scene, scene.swap.legs[0]?.pool ?? -1, firstEvent(scene.events, readTradeEvent)),
  launches: [
    { discriminator: discriminator('181ec828051c0777'), mint: 0, creator: 7, creatorArgument: creatorAfterThreeTexts },
    { discriminator: discriminator('d6904cec5f8b31b4'), mint: 0, creator: 5, creatorArgument: creatorInV2 },
  ],
}
