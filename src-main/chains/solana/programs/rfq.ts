import { ByteReader, discriminator } from '../encoding/byte-reader.ts'
import type { Leg, SwapContext, Venue } from './venue.ts'

/*
 * Requests for quotes: a taker and a maker sign one transaction, in which each pays the other (IDL:
 * https://github.com/jup-ag/rfq-webhook-toolkit/blob/main/idls/order_engine.json). The trade is the taker's. There is no pool, and the maker, who
 * also pays the fee of the transaction, is a market maker.
 */

const FILL = discriminator('a860b7a35c0a28a0')
const [TAKER, MAKER, INPUT_MINT, OUTPUT_MINT] = [0, 1, 6, 8]

/**
 * The arguments are the exact amounts. Either may move between token accounts, or as SOL out of or into a wallet: a maker unwraps what a
 * taker receives as SOL, so the last payment is the one to the taker.
 */
function readFill({ instruction, movements }: SwapContext): Leg[] {
  const args = new ByteReader(instruction.data, FILL.length)
  const [offered, quoted] = [args.u64(), args.u64()]
  const [taker, maker, input, output] = [TAKER, MAKER, INPUT_MINT, OUTPUT_MINT].map((at) => instruction.accounts.name(at))
  const paid = movements.find((move) => move.mint === input && move.raw === offered && move.fromOwner === taker)
  const got = movements.findLast((move) => move.mint === output && move.raw === quoted && move.fromOwner === maker)
  if (taker === undefined || paid === undefined || !got?.toOwner) return []
  return [
    {
      pool: null,
      in: { mint: paid.mint, raw: paid.raw, withheld: paid.withheld },
      out: { mint: got.mint, raw: got.raw, withheld: got.withheld },
      trader: taker,
      receiver: got.toOwner,
      fees: null,
      byEvent: false,
      confirmed: true,
    },
  ]
}

export const jupiterZ: Venue = {
  program: '61DFfeTKM7trxYcPQCM78bJ794ddZprZpAwAnLiwTpYH',
  dex: 'jupiterz',
  version: 'v1',
  swaps: [{ name: 'fill', discriminator: FILL, legs: [], read: readFill }],
}
