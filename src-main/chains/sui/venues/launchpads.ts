import { parseCoinType, SUI_COIN } from '../encoding/move-type.ts'
import { coinSwap, createdPool, launchEvent, poolEvent, swapEvent, type Launch, type Swap, type VenueEvent } from './venue.ts'

/**
 * Bonding curves: Moonbags and its forks (https://github.com/aidaonsui-collab/moonbags-contracts-sui), hop.fun, and the memez engine under several
 * deployments, whose layouts are those of the published packages.
 */

const MOONBAGS = '0xa9aee0477f07c13ecca43d090bb0254af44986806bdfa92db24be4301b7b137f'
/** Forks of Moonbags that quote in SUI. A third fork quotes in another coin that its events do not name, so it is left out. */
const MOONBAGS_FORKS = [['odyssey', '0x2ab8f764b67991acaf37966af2274dcf7214ae0e8cea3ede214078f248dce3d2']] as const
const HOP = '0x5c8657a6009556804585cd667be3b43487062195422ff586333721de0f8baeae'
const MEMEZ = [
  '0x77ad40b0364cc5d95406f55d7353bbccaf4284bce12b3ce4bf66de28ebaabc6d',
  '0x779829966a2e8642c310bed79e6ba603e5acd3c31b25d7d4511e2c9303d6e3ef',
  '0xeaa8fa15ffe040dcf3e5d0d2611826953e7951269086d2e87a343c8c8b242ec9',
] as const
/** The first deployment, whose events name neither the state of a curve nor its creator. */
const FIRST_MEMEZ = '0x22804e0f2d5fd6aa41847469c05dec3abfc3a3482483a02db795e951e2396872'

const CURVE = 'curve'

function toLaunch(args: { token: string; quote: string; creator: string; pool: string }): Launch | null {
  const token = parseCoinType(args.token)
  const quote = parseCoinType(args.quote)
  return token === null || quote === null ? null : { ...args, token, quote }
}

/** A trade against a curve: tokens bought with the quote coin, or sold for it. */
function curveSwap(args: {
  pool: string
  token: string
  quote: string
  isBuy: boolean
  tokens: bigint
  quotes: bigint
  receiver: string | null
}): Swap | null {
  const { pool, token, quote, isBuy, tokens, quotes, receiver } = args
  return coinSwap({
    pool,
    coinIn: isBuy ? quote : token,
    coinOut: isBuy ? token : quote,
    rawIn: isBuy ? quotes : tokens,
    rawOut: isBuy ? tokens : quotes,
    receiver,
  })
}

const moonbags = (dex: string, pack: string): VenueEvent =>
  swapEvent({
    dex,
    version: CURVE,
    type: `${pack}::moonbags::TradedEventV2`,
    layout: {
      is_buy: 'bool',
      user: 'id',
      token_address: 'text',
      sui_amount: 'u64',
      token_amount: 'u64',
      virtual_sui_reserves: 'u64',
      virtual_token_reserves: 'u64',
      real_sui_reserves: 'u64',
      real_token_reserves: 'u64',
      pool_id: 'id',
    },
    read: (f) =>
      curveSwap({
        pool: f.pool_id,
        token: f.token_address,
        quote: SUI_COIN,
        isBuy: f.is_buy,
        tokens: f.token_amount,
        quotes: f.sui_amount,
        receiver: f.user,
      }),
  })

const moonbagsLaunch = (dex: string, pack: string): VenueEvent =>
  launchEvent({
    dex,
    version: CURVE,
    type: `${pack}::moonbags::CreatedEventV2`,
    layout: {
      name: 'text',
      symbol: 'text',
      uri: 'text',
      description: 'text',
      twitter: 'text',
      telegram: 'text',
      website: 'text',
      token_address: 'text',
      bonding_curve: 'text',
      pool_id: 'id',
      created_by: 'id',
    },
    read: (f) => toLaunch({ token: f.token_address, quote: SUI_COIN, creator: f.created_by, pool: f.pool_id }),
  })

const hopTrade = (name: string, isBuy: boolean): VenueEvent =>
  swapEvent({
    dex: 'hop.fun',
    version: CURVE,
    type: `${HOP}::events::${name}`,
    layout: { curve_id: 'id', sui_amount: 'u64', token_amount: 'u64' },
    read: ({ curve_id, sui_amount, token_amount }, { typeArguments: [token] }) =>
      token === undefined
        ? null
        : curveSwap({ pool: curve_id, token, quote: SUI_COIN, isBuy, tokens: token_amount, quotes: sui_amount, receiver: null }),
  })

/** The memez contracts wrap every event, and the ledger lists it by the type of the wrapper. */
const memezType = (pack: string, name: string): string => `${pack}::memez_events_wrapper::Event<${pack}::memez_events::${name}>`

function memezTrades(pack: string, pool: { memez_fun: 'id'; inner_state?: 'id' }): readonly VenueEvent[] {
  const trade = { ...pool, meme: 'text', quote: 'text' } as const
  return [
    swapEvent({
      dex: 'memez.fun',
      version: CURVE,
      type: memezType(pack, 'Pump'),
      layout: { ...trade, quote_amount_in: 'u64', meme_amount_out: 'u64' },
      read: (f) =>
        curveSwap({
          pool: f.memez_fun,
          token: f.meme,
          quote: f.quote,
          isBuy: true,
          tokens: f.meme_amount_out,
          quotes: f.quote_amount_in,
          receiver: null,
        }),
    }),
    swapEvent({
      dex: 'memez.fun',
      version: CURVE,
      type: memezType(pack, 'Dump'),
      layout: { ...trade, quote_amount_out: 'u64', meme_amount_in: 'u64' },
      read: (f) =>
        curveSwap({
          pool: f.memez_fun,
          token: f.meme,
          quote: f.quote,
          isBuy: false,
          tokens: f.meme_amount_in,
          quotes: f.quote_amount_out,
          receiver: null,
        }),
    }),
  ]
}

const memez = (pack: string): readonly VenueEvent[] => [
  ...memezTrades(pack, { memez_fun: 'id', inner_state: 'id' }),
  launchEvent({
    dex: 'memez.fun',
    version: CURVE,
    type: memezType(pack, 'New'),
    layout: { memez_fun: 'id', public_key: 'bytes', inner_state: 'id', dev: 'id', meme: 'text', quote: 'text' },
    read: ({ memez_fun, dev, meme, quote }) => toLaunch({ token: meme, quote, creator: dev, pool: memez_fun }),
  }),
]

export const LAUNCHPAD_EVENTS: readonly VenueEvent[] = [
  ...[['moonbags', MOONBAGS] as const, ...MOONBAGS_FORKS].flatMap(([dex, pack]) => [moonbags(dex, pack), moonbagsLaunch(dex, pack)]),
  hopTrade('BondingCurveBuy', true),
  hopTrade('BondingCurveSell', false),
  launchEvent({
    dex: 'hop.fun',
    version: CURVE,
    type: `${HOP}::events::BondingCurveCreated`,
    layout: { curve_id: 'id', creator: 'id' },
    read: ({ curve_id, creator }, { typeArguments: [token] }) =>
      token === undefined ? null : toLaunch({ token, quote: SUI_COIN, creator, pool: curve_id }),
  }),
  ...MEMEZ.flatMap(memez),
  ...memezTrades(FIRST_MEMEZ, { memez_fun: 'id' }),
  poolEvent({
    dex: 'memez.fun',
    version: CURVE,
    type: memezType(FIRST_MEMEZ, 'New'),
    layout: { memez_fun: 'id', inner_state: 'id', meme: 'text', quote: 'text' },
    read: ({ memez_fun, meme, quote }) => createdPool(memez_fun, meme, quote),
  }),
]
