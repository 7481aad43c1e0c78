import { parseCoinType, SUI_COIN } from '../encoding/move-type.ts'
import { coinSwap, createdPool, venue, type Launch, type Swap, type VenueEvent } from './venue.ts'

/**
 * Bonding curves: Moonbags and its forks (https://github.com/aidaonsui-collab/moonbags-contracts-sui), hop.fun, and the memez engine under several
 * deployments, whose layouts are those of the published packages.
 */

/**
 * Moonbags and its fork that quotes in SUI, by the packages that published their events: an upgrade of Moonbags replaced its first ones. A third fork
 * quotes in another coin that its events do not name, so it is left out.
 */
const MOONBAGS = [
  ['moonbags', '0x8f70ad5db84e1a99b542f86ccfb1a932ca7ba010a2fa12a1504d839ff4c111c6', 'Event'],
  ['moonbags', '0xa9aee0477f07c13ecca43d090bb0254af44986806bdfa92db24be4301b7b137f', 'EventV2'],
  ['odyssey', '0x2ab8f764b67991acaf37966af2274dcf7214ae0e8cea3ede214078f248dce3d2', 'EventV2'],
] as const
const MEMEZ = [
  '0x77ad40b0364cc5d95406f55d7353bbccaf4284bce12b3ce4bf66de28ebaabc6d',
  '0x779829966a2e8642c310bed79e6ba603e5acd3c31b25d7d4511e2c9303d6e3ef',
  '0xeaa8fa15ffe040dcf3e5d0d2611826953e7951269086d2e87a343c8c8b242ec9',
] as const
/** The first deployment, whose events name neither the state of a curve nor its creator. */
const FIRST_MEMEZ = '0x22804e0f2d5fd6aa41847469c05dec3abfc3a3482483a02db795e951e2396872'

const curve = (dex: string, pack: string) => venue(dex, 'curve', pack)
const hop = curve('hop.fun', '0x5c8657a6009556804585cd667be3b43487062195422ff586333721de0f8baeae')

function toLaunch(args: { token: string; quote: string; creator: string; pool: string }): Launch | null {
  const token = parseCoinType(args.token)
  const quote = parseCoinType(args.quote)
  return token === null || quote === null ? null : { ...args, token, quote }
}

interface Amount {
  readonly coin: string
  readonly raw: bigint
}

/** A trade against a curve: tokens bought with the quote coin, or sold for it. */
function curveSwap(pool: string, isBuy: boolean, token: Amount, quote: Amount, receiver: string | null = null): Swap | null {
  const [paid, got] = isBuy ? [quote, token] : [token, quote]
  return coinSwap({ pool, coinIn: paid.coin, coinOut: got.coin, rawIn: paid.raw, rawOut: got.raw, receiver })
}

const MOONBAGS_TRADED = {
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
  fee: 'u64',
} as const
const MOONBAGS_CREATED = {
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
} as const

function moonbags(dex: string, pack: string, suffix: string): readonly VenueEvent[] {
  const { swap, launch } = curve(dex, pack)
  return [
    // `sui_amount` is what the curve takes or gives. The fee is added to what the buyer pays, and taken from what the seller gets.
    swap(`moonbags::Traded${suffix}`, MOONBAGS_TRADED, (f) => {
      const sui = f.is_buy ? f.sui_amount + f.fee : f.sui_amount - f.fee
      return curveSwap(f.pool_id, f.is_buy, { coin: f.token_address, raw: f.token_amount }, { coin: SUI_COIN, raw: sui }, f.user)
    }),
    launch(`moonbags::Created${suffix}`, MOONBAGS_CREATED, (f) =>
      toLaunch({ token: f.token_address, quote: SUI_COIN, creator: f.created_by, pool: f.pool_id }),
    ),
  ]
}

const hopTrade = (name: string, isBuy: boolean): VenueEvent =>
  hop.swap(`events::${name}`, { curve_id: 'id', sui_amount: 'u64', token_amount: 'u64' }, (f, { typeArguments: [token] }) =>
    token === undefined ? null : curveSwap(f.curve_id, isBuy, { coin: token, raw: f.token_amount }, { coin: SUI_COIN, raw: f.sui_amount }),
  )

/** The memez contracts wrap every event, and the ledger lists it by the type of the wrapper. */
const memezEvent = (pack: string, name: string): string => `memez_events_wrapper::Event<${pack}::memez_events::${name}>`

const MEMEZ_SOLD = {
  quote_amount_out: 'u64',
  meme_amount_in: 'u64',
  meme_swap_fee: 'u64',
  quote_swap_fee: 'u64',
  meme_burn_amount: 'u64',
} as const

function memezTrades(pack: string, pool: { memez_fun: 'id'; inner_state?: 'id' }): readonly VenueEvent[] {
  const { swap } = curve('memez.fun', pack)
  const trade = { ...pool, meme: 'text', quote: 'text' } as const
  return [
    swap(memezEvent(pack, 'Pump'), { ...trade, quote_amount_in: 'u64', meme_amount_out: 'u64' }, (f) =>
      curveSwap(f.memez_fun, true, { coin: f.meme, raw: f.meme_amount_out }, { coin: f.quote, raw: f.quote_amount_in }),
    ),
    // The amounts include the swap fees. What a sale burns is beside `meme_amount_in`.
    swap(memezEvent(pack, 'Dump'), { ...trade, ...MEMEZ_SOLD }, (f) =>
      curveSwap(f.memez_fun, false, { coin: f.meme, raw: f.meme_amount_in + f.meme_burn_amount }, { coin: f.quote, raw: f.quote_amount_out }),
    ),
  ]
}

const memez = (pack: string): readonly VenueEvent[] => [
  ...memezTrades(pack, { memez_fun: 'id', inner_state: 'id' }),
  curve('memez.fun', pack).launch(
    memezEvent(pack, 'New'),
    { memez_fun: 'id', public_key: 'bytes', inner_state: 'id', dev: 'id', meme: 'text', quote: 'text' },
    ({ memez_fun, dev, meme, quote }) => toLaunch({ token: meme, quote, creator: dev, pool: memez_fun }),
  ),
]

export const LAUNCHPAD_EVENTS: readonly VenueEvent[] = [
  ...MOONBAGS.flatMap(([dex, pack, suffix]) => moonbags(dex, pack, suffix)),
  hopTrade('BondingCurveBuy', true),
  hopTrade('BondingCurveSell', false),
  hop.launch('events::BondingCurveCreated', { curve_id: 'id', creator: 'id' }, ({ curve_id, creator }, { typeArguments: [token] }) =>
    token === undefined ? null : toLaunch({ token, quote: SUI_COIN, creator, pool: curve_id }),
  ),
  ...MEMEZ.flatMap(memez),
  ...memezTrades(FIRST_MEMEZ, { memez_fun: 'id' }),
  curve('memez.fun', FIRST_MEMEZ).pool(
    memezEvent(FIRST_MEMEZ, 'New'),
    { memez_fun: 'id', inner_state: 'id', meme: 'text', quote: 'text' },
    ({ memez_fun, meme, quote }) => createdPool(memez_fun, meme, quote),
  ),
]
