import { createdPool, poolEvent, swapEvent, poolSwap, type VenueEvent } from './venue.ts'

/**
 * Concentrated liquidity: Cetus, Magma (its fork), Turbos, Bluefin, Momentum, Kriya and FlowX v3. Package ids and layouts are those of
 * https://github.com/CetusProtocol/cetus-clmm-interface, https://github.com/turbos-finance/turbos-sui-move-interface,
 * https://github.com/sentioxyz/sentio-processors (Magma, Bluefin, Momentum) and https://github.com/fuzzland/sui-mev (Kriya, FlowX).
 */

const CETUS = '0x1eabed72c53feb3805120a081dc15963c204dc8d091542592abaf7a35689b2fb'
const MAGMA = '0x4a35d3dfef55ed3631b7158544c6322a23bc434fe4fca1234cb680ce0505f82d'
const TURBOS = '0x91bfbc386a41afcfd9b2533058d7e915a1d3829089cc268ff4333d54d6339ca1'
const BLUEFIN = '0x3492c874c1e3b3e2984e8c41b589e642d4d0a5d6459e5a9cfc2d52fd7c89c267'
const MOMENTUM = '0x70285592c97965e811e0c6f98dccc3a9c2b4ad854b3594faab9597ada267b860'
const KRIYA = '0xf6c05e2d9301e6e91dc6ab6c3ca918f7d55896e1f1edd64adc0e615cde27ebf1'
const FLOWX = '0x25929e7f29e0a30eb4e692952ba1b5b65a3a4d65ab5f2a32e1ba3edcb587f26d'

/** Momentum, Kriya and FlowX share the first fields of one event. The later ones differ and are not needed. */
const xySwap = { sender: 'id', pool_id: 'id', x_for_y: 'bool', amount_x: 'u64', amount_y: 'u64' } as const

const xyVenue = (dex: string, version: string, type: string): VenueEvent =>
  swapEvent({
    dex,
    version,
    type,
    layout: xySwap,
    read: ({ pool_id, x_for_y, amount_x, amount_y }, context) =>
      poolSwap(context, {
        pool: pool_id,
        firstIn: x_for_y,
        rawIn: x_for_y ? amount_x : amount_y,
        rawOut: x_for_y ? amount_y : amount_x,
      }),
  })

const xyPools = (dex: string, version: string, type: string): VenueEvent =>
  poolEvent({
    dex,
    version,
    type,
    layout: { sender: 'id', pool_id: 'id', type_x: 'text', type_y: 'text' },
    read: ({ pool_id, type_x, type_y }) => createdPool(pool_id, type_x, type_y),
  })

const atobVenue = (dex: string, pack: string): VenueEvent =>
  swapEvent({
    dex,
    version: 'clmm',
    type: `${pack}::pool::SwapEvent`,
    layout: { atob: 'bool', pool: 'id', partner: 'id', amount_in: 'u64', amount_out: 'u64' },
    read: ({ atob, pool, amount_in, amount_out }, context) => poolSwap(context, { pool, firstIn: atob, rawIn: amount_in, rawOut: amount_out }),
  })

const atobPools = (dex: string, pack: string): VenueEvent =>
  poolEvent({
    dex,
    version: 'clmm',
    type: `${pack}::factory::CreatePoolEvent`,
    layout: { pool_id: 'id', coin_type_a: 'text', coin_type_b: 'text' },
    read: ({ pool_id, coin_type_a, coin_type_b }) => createdPool(pool_id, coin_type_a, coin_type_b),
  })

const bluefinSwap = (name: string): VenueEvent =>
  swapEvent({
    dex: 'bluefin',
    version: 'spot',
    type: `${BLUEFIN}::events::${name}`,
    layout: { pool_id: 'id', a2b: 'bool', amount_in: 'u64', amount_out: 'u64' },
    read: ({ pool_id, a2b, amount_in, amount_out }, context) =>
      poolSwap(context, { pool: pool_id, firstIn: a2b, rawIn: amount_in, rawOut: amount_out }),
  })

export const CLMM_EVENTS: readonly VenueEvent[] = [
  atobVenue('cetus', CETUS),
  atobPools('cetus', CETUS),
  atobVenue('magma', MAGMA),
  atobPools('magma', MAGMA),
  swapEvent({
    dex: 'turbos',
    version: 'clmm',
    type: `${TURBOS}::pool::SwapEvent`,
    layout: {
      pool: 'id',
      recipient: 'id',
      amount_a: 'u64',
      amount_b: 'u64',
      liquidity: 'u128',
      tick_current_index: 'u32',
      tick_pre_index: 'u32',
      sqrt_price: 'u128',
      protocol_fee: 'u64',
      fee_amount: 'u64',
      a_to_b: 'bool',
    },
    read: ({ pool, recipient, amount_a, amount_b, a_to_b }, context) =>
      poolSwap(context, {
        pool,
        firstIn: a_to_b,
        rawIn: a_to_b ? amount_a : amount_b,
        rawOut: a_to_b ? amount_b : amount_a,
        receiver: recipient,
      }),
  }),
  poolEvent({
    dex: 'turbos',
    version: 'clmm',
    type: `${TURBOS}::pool_factory::PoolCreatedEvent`,
    layout: { account: 'id', pool: 'id' },
    read: ({ pool }) => ({ pool, coins: null }),
  }),
  // A swap and a flash swap of Bluefin emit one event each, with the same first fields.
  bluefinSwap('AssetSwap'),
  bluefinSwap('FlashSwap'),
  poolEvent({
    dex: 'bluefin',
    version: 'spot',
    type: `${BLUEFIN}::events::PoolCreated`,
    layout: { id: 'id' },
    read: ({ id }) => ({ pool: id, coins: null }),
  }),
  xyVenue('momentum', 'v3', `${MOMENTUM}::trade::SwapEvent`),
  xyPools('momentum', 'v3', `${MOMENTUM}::create_pool::PoolCreatedEvent`),
  xyVenue('kriya', 'clmm', `${KRIYA}::trade::SwapEvent`),
  xyPools('kriya', 'clmm', `${KRIYA}::create_pool::PoolCreatedEvent`),
  xyVenue('flowx', 'clmm', `${FLOWX}::pool::Swap`),
  poolEvent({
    dex: 'flowx',
    version: 'clmm',
    type: `${FLOWX}::pool_manager::PoolCreated`,
    layout: { sender: 'id', pool_id: 'id', coin_type_x: 'text', coin_type_y: 'text' },
    read: ({ pool_id, coin_type_x, coin_type_y }) => createdPool(pool_id, coin_type_x, coin_type_y),
  }),
]
