import { sumRaw } from '../../../../src-shared/domain/amount.ts'
import type { EventLayout, FieldsOf } from '../encoding/event-layout.ts'
import { normaliseType, parseCoinType, parseStructType } from '../encoding/move-type.ts'
import { coinSwap, createdPool, poolSwap, twoSidedSwap, venue, type EventContext, type Swap, type VenueEvent } from './venue.ts'

/**
 * Constant product, weighted and bin pools, and pools priced by oracles: Kriya, FlowX v2, BlueMove, Aftermath, Cetus DLMM, Ferra, Obric, Steamm,
 * Haedal, BabySwap, Interest, Abex. Package ids and layouts are those of https://github.com/fuzzland/sui-mev,
 * https://github.com/duneanalytics/spellbook (Sui platforms) and https://github.com/sentioxyz/sentio-processors; for Cetus DLMM, those of the
 * published package and https://github.com/CetusProtocol/cetus-sdk-v2; for Kriya, BlueMove, Aftermath, FlowX v2, Ferra, Haedal, BabySwap, Interest
 * and Abex, those of the published packages (https://github.com/MystenLabs/sui-packages); for Obric and Steamm, those of
 * https://github.com/CetusProtocol/aggregator.
 */

const FLOWX = '0xba153169476e8c3114962261d1edc70de5ad9781b83cc617ecc8c1923191cae0'
const BABYSWAP = '0x227f865230dd4fc947321619f56fee37dc7ac582eb22e3eab29816f717512d9d'

const kriya = venue('kriya', 'amm', '0xa0eba10b173538c8fecca1dff298e488402cc9ff374f8a12ca7758eebe830b66')
const flowx = venue('flowx', 'amm', FLOWX)
/** Its function `swap::add_swap_event_with_address`, which emits the event with the amounts that it is called with, is public. */
const bluemove = venue('bluemove', 'amm', '0xb24b6789e088b876afabca733bed2299fbc9e2d6369be4d1acfa17d8145454d9', true)
const aftermath = venue('aftermath', 'amm', '0xefe170ec0be4d762196bedecd7a065816576198a6527c99282a2551aaa7da38c')
const aftermathV2 = venue('aftermath', 'amm', '0xc4049b2d1cc0f6e017fda8260e4377cecd236bd7f56a54fee120816e72e2e0dd')
const cetusDlmm = venue('cetus', 'dlmm', '0x5664f9d3fd82c84023870cfbda8ea84e14c8dd56ce557ad2116e0668581a682b')
const ferra = venue('ferra', 'dlmm', '0x5a5c1d10e4782dbbdec3eb8327ede04bd078b294b97cfdba447b11b846b383ac')
const haedal = venue('haedal', 'pmm', '0xa0e3b011012b80af4957afa30e556486eb3da0a7d96eeb733cf16ccd3aec32e0')
const obric = venue('obric', 'v2', '0x200e762fa2c49f3dc150813038fbf22fd4f894ac6f23ebe1085c62f2ef97f1ca')
const steamm = venue('steamm', '1', '0x368d13376443a8051b22b42a9125f6a3bc836422bb2d9c4a53984b8d6624c326')
const steammfe = venue('steamm', '1', '0xa2d8a4279d69d8fec04b2fea8852d0d467d3cc0d39c5890180d439ae7a9953ed')
const babyswap = venue('babyswap', 'amm', BABYSWAP)
const interest = venue('interest', '1', '0x5c45d10c26c5fb53bfaff819666da6bc7053d2190dfa29fec311cc666ff1f4b0')
const abex = venue('abex', '1', '0xceab84acf6bf70f503c3b0627acaff6b3f84cee0f2d7ed53d00fa6c2a168d14f')

/**
 * One coin on either side is a swap; several coins are a deposit or withdrawal. `swap::swap_exact_in` and `swap_exact_out` of the package take the fee
 * of the protocol, whose rate only another object has, before they count `amounts_in`. The trader paid that more. `amounts_out` is whole.
 */
const aftermathSwap = ({ swap }: typeof aftermath, name: string): VenueEvent =>
  swap(
    name,
    { pool_id: 'id', issuer: 'id', referrer: 'maybeId', types_in: 'texts', amounts_in: 'u64s', types_out: 'texts', amounts_out: 'u64s' },
    ({ pool_id, types_in: [coinIn, moreIn], amounts_in: [rawIn], types_out: [coinOut, moreOut], amounts_out: [rawOut] }) => {
      if (coinIn === undefined || coinOut === undefined || rawIn === undefined || rawOut === undefined) return null
      return moreIn === undefined && moreOut === undefined ? coinSwap({ pool: pool_id, coinIn, coinOut, rawIn, rawOut, receiver: null }) : null
    },
  )

/** FlowX v2 keeps its pairs in one bag, so a pair is the dynamic field with its coins in their order. Events name it by text. */
function findFlowxPair({ changedObject }: EventContext, first: string, second: string): string | null {
  const a = parseCoinType(first)
  const b = parseCoinType(second)
  const field = (x: string, y: string): string =>
    normaliseType(`0x2::dynamic_field::Field<0x1::string::String,${FLOWX}::pair::PairMetadata<${x},${y}>>`)
  return a === null || b === null ? null : (changedObject(field(a, b)) ?? changedObject(field(b, a)))
}

/** Interest writes an event for either side. Its type arguments are the curve and both coins. */
const interestSwap = <L extends EventLayout & { readonly id: 'id'; readonly sender: 'id' }>(
  name: string,
  layout: L,
  read: (fields: FieldsOf<L>, x: string, y: string) => Pick<Swap, 'coinIn' | 'rawIn' | 'coinOut' | 'rawOut'>,
): VenueEvent =>
  interest.swap(`core::${name}`, layout, (fields, { typeArguments: [, x, y] }) =>
    x === undefined || y === undefined ? null : coinSwap({ pool: fields.id, receiver: fields.sender, ...read(fields, x, y) }),
  )

const BLUEMOVE_SWAP = {
  pool_id: 'id',
  user: 'id',
  token_x_in: 'text',
  amount_x_in: 'u64',
  token_y_in: 'text',
  amount_y_in: 'u64',
  token_x_out: 'text',
  amount_x_out: 'u64',
  token_y_out: 'text',
  amount_y_out: 'u64',
} as const

const REPORTED_SWAP = { amount_in: 'u64', amount_out: 'u64', a2b: 'bool', by_amount_in: 'bool', coin_a: 'text', coin_b: 'text' } as const

function toReportedSwap(fields: FieldsOf<typeof REPORTED_SWAP>, pool: string | null): Swap | null {
  const { amount_in: rawIn, amount_out: rawOut, a2b, coin_a, coin_b } = fields
  const [coinIn, coinOut] = a2b ? [coin_a, coin_b] : [coin_b, coin_a]
  return coinSwap({ pool, coinIn, coinOut, rawIn, rawOut, receiver: null })
}

/**
 * A swap that only the aggregator of Cetus reports. Obric's pools emit no event. Steamm's pools trade the
 * shares of lending banks, and their own events state amounts of shares. Swaps that go to these pools directly are not decoded.
 */
const reportedSwap = ({ swap }: typeof obric, name: string): VenueEvent =>
  swap(name, { pool_id: 'id', ...REPORTED_SWAP }, ({ pool_id, ...fields }) => toReportedSwap(fields, pool_id))

const FERRA_SWAP = {
  sender: 'id',
  pair: 'id',
  swap_for_y: 'bool',
  bin_ids: 'u32s',
  amounts_in_x: 'u64s',
  amounts_in_y: 'u64s',
  amounts_out_x: 'u64s',
  amounts_out_y: 'u64s',
} as const

export const AMM_EVENTS: readonly VenueEvent[] = [
  kriya.swap(
    'spot_dex::SwapEvent',
    // `amount_in` is without the fee of the protocol, whose rate only the pool object has (`spot_dex::swap_token_x` of the package). The trader paid
    // that more. The fee of the liquidity is in it, and `amount_out` is whole.
    { pool_id: 'id', user: 'id', reserve_x: 'u64', reserve_y: 'u64', amount_in: 'u64', amount_out: 'u64' },
    ({ pool_id, user, amount_in, amount_out }, context) => {
      const coins = context.poolCoins(pool_id)
      const sold = context.typeArguments[0]
      if (coins === null || sold === undefined) return 'coins_unknown'
      return poolSwap(context, { pool: pool_id, firstIn: sold === coins[0], rawIn: amount_in, rawOut: amount_out, receiver: user })
    },
  ),
  kriya.pool('spot_dex::PoolCreatedEvent', { pool_id: 'id' }, ({ pool_id }) => ({ pool: pool_id, coins: null })),
  flowx.swap(
    'pair::Swapped',
    { user: 'id', coin_x: 'text', coin_y: 'text', amount_x_in: 'u64', amount_y_in: 'u64', amount_x_out: 'u64', amount_y_out: 'u64' },
    (f, context) => {
      const pair = findFlowxPair(context, f.coin_x, f.coin_y)
      const x = { coin: f.coin_x, in: f.amount_x_in, out: f.amount_x_out }
      return twoSidedSwap(pair, x, { coin: f.coin_y, in: f.amount_y_in, out: f.amount_y_out }, f.user)
    },
  ),
  flowx.pool('factory::PairCreated', { user: 'id', pair: 'text', coin_x: 'text', coin_y: 'text' }, ({ coin_x, coin_y }, context) => {
    const pair = findFlowxPair(context, coin_x, coin_y)
    return pair === null ? null : createdPool(pair, coin_x, coin_y)
  }),
  bluemove.swap('swap::Swap_Event', BLUEMOVE_SWAP, (f, { typeArguments: [x, y] }) =>
    x === undefined || y === undefined
      ? null
      : twoSidedSwap(f.pool_id, { coin: x, in: f.amount_x_in, out: f.amount_x_out }, { coin: y, in: f.amount_y_in, out: f.amount_y_out }, f.user),
  ),
  bluemove.pool('swap::Created_Pool_Event', { pool_id: 'id' }, ({ pool_id }, { typeArguments: [x, y] }) =>
    x === undefined || y === undefined ? { pool: pool_id, coins: null } : createdPool(pool_id, x, y),
  ),
  aftermathSwap(aftermathV2, 'events::SwapEventV2'),
  aftermathSwap(aftermath, 'events::SwapEvent'),
  aftermath.pool(
    'events::CreatedPoolEvent',
    { pool_id: 'id', name: 'text', creator: 'id', lp_type: 'text', coins: 'texts' },
    ({ pool_id, coins: [first, second] }) => (first === undefined || second === undefined ? null : createdPool(pool_id, first, second)),
  ),
  cetusDlmm.swap(
    'pool::SwapEvent',
    { pool: 'id', from: 'text', target: 'text', partner: 'id', amount_in: 'u64', amount_out: 'u64' },
    ({ pool, from, target, amount_in, amount_out }) =>
      coinSwap({ pool, coinIn: from, coinOut: target, rawIn: amount_in, rawOut: amount_out, receiver: null }),
  ),
  cetusDlmm.pool('registry::CreatePoolEvent', { pool_id: 'id', coin_type_a: 'text', coin_type_b: 'text' }, ({ pool_id, coin_type_a, coin_type_b }) =>
    createdPool(pool_id, coin_type_a, coin_type_b),
  ),
  // One amount per bin that the swap went through. What goes in includes the fees.
  ferra.swap('lb_pair::SwapEvent', FERRA_SWAP, (f, context) => {
    const [paid, got] = f.swap_for_y ? [f.amounts_in_x, f.amounts_out_y] : [f.amounts_in_y, f.amounts_out_x]
    return poolSwap(context, { pool: f.pair, firstIn: f.swap_for_y, rawIn: sumRaw(paid), rawOut: sumRaw(got) })
  }),
  ferra.pool(
    'lb_factory::CreatePairEvent',
    { pair_id: 'id', bin_step: 'u16', coin_type_a: 'text', coin_type_b: 'text' },
    ({ pair_id, coin_type_a, coin_type_b }) => createdPool(pair_id, coin_type_a, coin_type_b),
  ),
  reportedSwap(obric, 'obric::ObricSwapEvent'),
  reportedSwap(steamm, 'steamm_cpmm::SteammCPMMSwapEvent'),
  reportedSwap(steamm, 'steamm_omm::SteammOMMSwapEvent'),
  steammfe.swap('steammfe::SteammSwapEvent', REPORTED_SWAP, (f) => toReportedSwap(f, null)),
  haedal.swap(
    'trader::SellBaseTokenEvent',
    { pool_id: 'id', seller: 'id', pay_base: 'u64', receive_quote: 'u64' },
    ({ pool_id, seller, pay_base, receive_quote }, context) =>
      poolSwap(context, { pool: pool_id, firstIn: true, rawIn: pay_base, rawOut: receive_quote, receiver: seller }),
  ),
  haedal.swap(
    'trader::BuyBaseTokenEvent',
    { pool_id: 'id', buyer: 'id', receive_base: 'u64', pay_quote: 'u64' },
    ({ pool_id, buyer, receive_base, pay_quote }, context) =>
      poolSwap(context, { pool: pool_id, firstIn: false, rawIn: pay_quote, rawOut: receive_base, receiver: buyer }),
  ),
  babyswap.swap(
    'liquidity_pool::EventSwap',
    { who: 'id', x_in: 'u64', x_out: 'u64', x_swapped: 'u64', y_in: 'u64', y_out: 'u64' },
    (f, { typeArguments, changedObject }) => {
      const [x, y] = typeArguments
      if (x === undefined || y === undefined) return null
      const pool = changedObject(`${BABYSWAP}::liquidity_pool::LiquidityPool<${typeArguments.join(',')}>`)
      return twoSidedSwap(pool, { coin: x, in: f.x_in, out: f.x_out }, { coin: y, in: f.y_in, out: f.y_out })
    },
  ),
  babyswap.pool('liquidity_pool::EventRegisteredPool', { creator: 'id', pool_id: 'id' }, ({ pool_id }, { typeArguments: [x, y] }) =>
    x === undefined || y === undefined ? null : createdPool(pool_id, x, y),
  ),
  interestSwap('SwapTokenX', { id: 'id', sender: 'id', coin_x_in: 'u64', coin_y_out: 'u64' }, (f, x, y) => ({
    ...{ coinIn: x, rawIn: f.coin_x_in, coinOut: y, rawOut: f.coin_y_out },
  })),
  interestSwap('SwapTokenY', { id: 'id', sender: 'id', coin_y_in: 'u64', coin_x_out: 'u64' }, (f, x, y) => ({
    ...{ coinIn: y, rawIn: f.coin_y_in, coinOut: x, rawOut: f.coin_x_out },
  })),
  // The argument is `Pool<Curve, X, Y>`.
  interest.pool('core::PoolCreated', { id: 'id' }, ({ id }, { typeArguments: [pool = ''] }) => {
    const [, x, y] = parseStructType(pool)?.arguments ?? []
    return x === undefined || y === undefined ? null : createdPool(id, x, y)
  }),
  abex.swap(
    'market::Swapped',
    { swapper: 'id', source_price: 'u256', dest_price: 'u256', source_amount: 'u64', dest_amount: 'u64' },
    ({ swapper, source_amount, dest_amount }, { typeArguments: [coinIn, coinOut] }) =>
      coinIn === undefined || coinOut === undefined
        ? null
        : coinSwap({ pool: null, coinIn, coinOut, rawIn: source_amount, rawOut: dest_amount, receiver: swapper }),
  ),
]
