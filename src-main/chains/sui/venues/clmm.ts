import { createdPool, poolSwap, venue, type VenueEvent } from './venue.ts'

/**
 * Concentrated liquidity: Cetus, Magma (its fork), Turbos, Bluefin, Momentum, Kriya and FlowX v3. Package ids and layouts are those of
 * https://github.com/CetusProtocol/cetus-clmm-interface, https://github.com/turbos-finance/turbos-sui-move-interface,
 * https://github.com/sentioxyz/sentio-processors (Magma, Bluefin, Momentum) and https://github.com/fuzzland/sui-mev (Kriya, FlowX).
 */

const turbos = venue('turbos', 'clmm', '0x91bfbc386a41afcfd9b2533058d7e915a1d3829089cc268ff4333d54d6339ca1')
const bluefin = venue('bluefin', 'spot', '0x3492c874c1e3b3e2984e8c41b589e642d4d0a5d6459e5a9cfc2d52fd7c89c267')
const momentum = venue('momentum', 'v3', '0x70285592c97965e811e0c6f98dccc3a9c2b4ad854b3594faab9597ada267b860')
const kriya = venue('kriya', 'clmm', '0xf6c05e2d9301e6e91dc6ab6c3ca918f7d55896e1f1edd64adc0e615cde27ebf1')
const flowx = venue('flowx', 'clmm', '0x25929e7f29e0a30eb4e692952ba1b5b65a3a4d65ab5f2a32e1ba3edcb587f26d')

type Venue = ReturnType<typeof venue>

/** Cetus and its fork. */
function cetusEvents({ swap, pool: created }: Venue): readonly VenueEvent[] {
  const layout = { atob: 'bool', pool: 'id', partner: 'id', amount_in: 'u64', amount_out: 'u64' } as const
  return [
    swap('pool::SwapEvent', layout, ({ atob, pool, amount_in, amount_out }, context) =>
      poolSwap(context, { pool, firstIn: atob, rawIn: amount_in, rawOut: amount_out }),
    ),
    created('factory::CreatePoolEvent', { pool_id: 'id', coin_type_a: 'text', coin_type_b: 'text' }, ({ pool_id, coin_type_a, coin_type_b }) =>
      createdPool(pool_id, coin_type_a, coin_type_b),
    ),
  ]
}

/** Momentum, Kriya and FlowX share the first fields of one event. The later ones differ and are not needed. */
function xySwap({ swap }: Venue, name: string): VenueEvent {
  const layout = { sender: 'id', pool_id: 'id', x_for_y: 'bool', amount_x: 'u64', amount_y: 'u64' } as const
  return swap(name, layout, ({ pool_id, x_for_y, amount_x, amount_y }, context) => {
    const [rawIn, rawOut] = x_for_y ? [amount_x, amount_y] : [amount_y, amount_x]
    return poolSwap(context, { pool: pool_id, firstIn: x_for_y, rawIn, rawOut })
  })
}

const xyPool = ({ pool }: Venue): VenueEvent =>
  pool('create_pool::PoolCreatedEvent', { sender: 'id', pool_id: 'id', type_x: 'text', type_y: 'text' }, ({ pool_id, type_x, type_y }) =>
    createdPool(pool_id, type_x, type_y),
  )

const bluefinSwap = (name: string): VenueEvent =>
  bluefin.swap(name, { pool_id: 'id', a2b: 'bool', amount_in: 'u64', amount_out: 'u64' }, ({ pool_id, a2b, amount_in, amount_out }, context) =>
    poolSwap(context, { pool: pool_id, firstIn: a2b, rawIn: amount_in, rawOut: amount_out }),
  )

const TURBOS_SWAP = {
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
} as const

export const CLMM_EVENTS: readonly VenueEvent[] = [
  ...cetusEvents(venue('cetus', 'clmm', '0x1eabed72c53feb3805120a081dc15963c204dc8d091542592abaf7a35689b2fb')),
  ...cetusEvents(venue('magma', 'clmm', '0x4a35d3dfef55ed3631b7158544c6322a23bc434fe4fca1234cb680ce0505f82d')),
  turbos.swap('pool::SwapEvent', TURBOS_SWAP, ({ pool, recipient, amount_a, amount_b, a_to_b }, context) => {
    const [rawIn, rawOut] = a_to_b ? [amount_a, amount_b] : [amount_b, amount_a]
    return poolSwap(context, { pool, firstIn: a_to_b, rawIn, rawOut, receiver: recipient })
  }),
  turbos.pool('pool_factory::PoolCreatedEvent', { account: 'id', pool: 'id' }, ({ pool }) => ({ pool, coins: null })),
  // A swap and a flash swap of Bluefin emit one event each, with the same first fields.
  bluefinSwap('events::AssetSwap'),
  bluefinSwap('events::FlashSwap'),
  bluefin.pool('events::PoolCreated', { id: 'id' }, ({ id }) => ({ pool: id, coins: null })),
  xySwap(momentum, 'trade::SwapEvent'),
  xyPool(momentum),
  xySwap(kriya, 'trade::SwapEvent'),
  xyPool(kriya),
  xySwap(flowx, 'pool::Swap'),
  flowx.pool(
    'pool_manager::PoolCreated',
    { sender: 'id', pool_id: 'id', coin_type_x: 'text', coin_type_y: 'text' },
    ({ pool_id, coin_type_x, coin_type_y }) => createdPool(pool_id, coin_type_x, coin_type_y),
  ),
]
