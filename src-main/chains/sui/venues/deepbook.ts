import { createdPool, poolSwap, venue, type VenueEvent } from './venue.ts'

/**
 * DeepBook, the order book of Sui (https://github.com/MystenLabs/deepbookv3). Every fill of a resting order is one event and one leg. The taker is the
 * sender of the transaction.
 */

const deepbook = venue('deepbook', '3', '0x2c8d603bc51326b8c13cef9dd07031a408a48dddb541963357661df5d3204809')

const ORDER_FILLED = {
  pool_id: 'id',
  maker_order_id: 'u128',
  taker_order_id: 'u128',
  maker_client_order_id: 'u64',
  taker_client_order_id: 'u64',
  price: 'u64',
  taker_is_bid: 'bool',
  taker_fee: 'u64',
  taker_fee_is_deep: 'bool',
  maker_fee: 'u64',
  maker_fee_is_deep: 'bool',
  base_quantity: 'u64',
  quote_quantity: 'u64',
} as const

export const DEEPBOOK_EVENTS: readonly VenueEvent[] = [
  deepbook.swap('order_info::OrderFilled', ORDER_FILLED, ({ pool_id, taker_is_bid, base_quantity, quote_quantity }, context) => {
    const [rawIn, rawOut] = taker_is_bid ? [quote_quantity, base_quantity] : [base_quantity, quote_quantity]
    return poolSwap(context, { pool: pool_id, firstIn: !taker_is_bid, rawIn, rawOut })
  }),
  deepbook.pool('pool::PoolCreated', { pool_id: 'id' }, ({ pool_id }, { typeArguments: [base, quote] }) =>
    base === undefined || quote === undefined ? { pool: pool_id, coins: null } : createdPool(pool_id, base, quote),
  ),
]
