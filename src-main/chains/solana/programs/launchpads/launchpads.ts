import { ByteReader, discriminator, type Discriminator } from '../../encoding/byte-reader.ts'
import { WRAPPED_SOL } from '../../encoding/addresses.ts'
import { curveLegs, firstEvent, type CurveTrade } from './curve-legs.ts'
import { ANCHOR_BUY, ANCHOR_SELL, amounts, feesIn, swapInstructions, type SwapContext, type Venue } from '../venue.ts'

/* Launchpads besides pump.fun, LaunchLab and Meteora's bonding curve, which have their own files. */

/*
 * Moonshot (IDL: https://github.com/sevenlabs-hq/carbon/tree/main/decoders/moonshot-decoder). TradeEvent: amount, collateral_amount, two fees, allocation, curve,
 * cost_token, sender, trade_type (0 = buy).
 */

const MOONSHOT_EVENT = discriminator('bddb7fd34ee661ee')
const MOONSHOT = { curve: 2, mint: 6 } as const

function moonshotTrade({ instruction }: SwapContext, body: Uint8Array): CurveTrade | null {
  const event = new ByteReader(body, MOONSHOT_EVENT.length)
  const tokens = event.u64()
  const coin = event.u64()
  const [dexFee, helioFee] = [event.u64(), event.u64()]
  const sender = event.skip(8 + 2 * 32).pubkey()
  const type = event.u8()
  const mint = instruction.accounts.name(MOONSHOT.mint)
  if (tokens === null || coin === null || sender === null || type === null || mint === undefined) return null
  return { mint, quote: WRAPPED_SOL, tokens, coin, buys: type === 0, trader: sender, receiver: sender, fee: feesIn(dexFee, helioFee)?.in ?? null }
}

const moonshot: Venue = {
  program: 'MoonCVVNZFSYkqNXP6bxHLPL6QQJiMagDL3qcqUQTrG',
  dex: 'moonshot',
  version: 'v1',
  swaps: swapInstructions({ buy: ANCHOR_BUY, sell: ANCHOR_SELL }, [{ pool: MOONSHOT.curve, traders: [], vaults: [] }]),
  events: [{ transport: 'program_data', discriminator: MOONSHOT_EVENT }],
  read: (scene) =>
    curveLegs(
      scene,
      MOONSHOT.curve,
      firstEvent(scene.events, (body) => moonshotTrade(scene, body)),
    ),
}

/*
 * Boop (IDL: https://github.com/sevenlabs-hq/carbon/tree/main/decoders/boop-decoder). Both events: mint, amount_in, amount_out,
 * swap_fee, trader, receiver.
 */

const BOOP_BOUGHT = discriminator('4759de7cd7c0e68a')
const BOOP_SOLD = discriminator('ccefb64df1334d42')

function boopTrade(body: Uint8Array, buys: boolean, head: Discriminator): CurveTrade | null {
  const event = new ByteReader(body, head.length)
  const mint = event.pubkey()
  const paid = event.u64()
  const got = event.u64()
  const fee = event.u64()
  const trader = event.pubkey()
  const receiver = event.pubkey()
  if (mint === null || paid === null || got === null || trader === null || receiver === null) return null
  return { mint, quote: WRAPPED_SOL, tokens: buys ? got : paid, coin: buys ? paid : got, buys, trader, receiver, fee }
}

const boop: Venue = {
  program: 'boop8hVGQGqehUK2iVEMEnMrL5RbjywRzHKBmBE7ry4',
  dex: 'boop',
  version: 'v1',
  swaps: swapInstructions({ buy_token: '8a7f0e5b26577369', sell_token: '6d3d28bbe6b087ae' }, [{ pool: 1, traders: [], vaults: [] }]),
  events: [BOOP_BOUGHT, BOOP_SOLD].map((head) => ({ transport: 'program_data', discriminator: head })),
  read: (scene) =>
    curveLegs(
      scene,
      1,
      firstEvent(scene.events, (body) => {
        const buys = body[0] === BOOP_BOUGHT[0]
        return boopTrade(body, buys, buys ? BOOP_BOUGHT : BOOP_SOLD)
      }),
    ),
  /* deploy_bonding_curve and its fallback: the first argument is the creator, for whom another account may pay. */
  launches: ['b459c74ca8ecd98a', '35e6ac544dae163d'].map((hex) => ({
    discriminator: discriminator(hex),
    mint: 0,
    creator: 6,
    creatorArgument: (args) => args.pubkey(),
  })),
}

/* Curves with token vaults on both sides. IDLs: https://github.com/sevenlabs-hq/carbon/tree/main/decoders (heaven, virtuals, vertigo). */

const heaven: Venue = {
  program: 'HEAVENoP2qxoeuF8Dj2oT1GHEnu49U5mJYkdeC8BAX2o',
  dex: 'heaven',
  version: 'v1',
  swaps: swapInstructions({ buy: ANCHOR_BUY, sell: ANCHOR_SELL }, [{ pool: 4, traders: [8, 9], vaults: [10, 11] }]),
  launches: [{ discriminator: discriminator('2a2b7e38e70ad035'), mint: 5, creator: 3 }],
}

/** Quoted in the token VIRTUAL. */
const virtuals: Venue = {
  program: '5U3EU2ubXtK84QcRjWVmYt9RaDyA8gKxdUrPFXmZyaki',
  dex: 'virtuals',
  version: 'v1',
  swaps: swapInstructions({ buy: ANCHOR_BUY, sell: ANCHOR_SELL }, [{ pool: 1, traders: [3, 4], vaults: [5, 8] }]),
  launches: [{ discriminator: discriminator('99f15de116454a3d'), mint: 2, creator: 0 }],
}

const vertigo: Venue = {
  program: 'vrTGoBuy5rYSxAfV3jaRJWHH6nN9WK4NRExGxsk1bCJ',
  dex: 'vertigo',
  version: 'v1',
  swaps: swapInstructions({ buy: ANCHOR_BUY, sell: ANCHOR_SELL }, [{ pool: 0, traders: [5, 6], vaults: [7, 8] }]),
  /* BuyEvent and SellEvent: pool, user, amount_a, amount_b; a is the quote token. */
  events: [
    {
      transport: 'program_data',
      discriminator: discriminator('67f4521f2cf57777'),
      amounts: (event) => amounts(event.skip(2 * 32).u64(), event.u64()),
    },
    {
      transport: 'program_data',
      discriminator: discriminator('3e2f370aa503dc2a'),
      amounts: (event) => {
        const quote = event.skip(2 * 32).u64()
        return amounts(event.u64(), quote)
      },
    },
  ],
  launches: [{ discriminator: discriminator('181ec828051c0777'), mint: 4, creator: 1 }],
}

export const LAUNCHPADS: readonly Venue[] = [moonshot, boop, heaven, virtuals, vertigo]
