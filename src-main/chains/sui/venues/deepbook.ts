import { coinSwap, createdPool, poolSwap, venue, type VenueEvent } from './venue.ts'

/**
 * DeepBook, the order book of Sui (https://github.com/MystenLabs/deepbookv3; v2: the package `0xdee9` in https://github.com/MystenLabs/sui-packages).
 * Every fill of a resting order is one event and one leg. The taker is the sender of the transaction, or the owner of the account that it trades for.
 */

const deepbook = venue('deepbook', '3', '0x2c8d603bc51326b8c13cef9dd07031a408a48dddb541963357661df5d3204809')
const deepbookV2 = venue('deepbook', '2', '0xdee9')

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

const ORDER_FILLED_V2 = {
  pool_id: 'id',
  order_id: 'u64',
  taker_client_order_id: 'u64',
  maker_client_order_id: 'u64',
  is_bid: 'bool',
  taker_address: 'id',
  maker_address: 'id',
  original_quantity: 'u64',
  base_asset_quantity_filled: 'u64',
  base_asset_quantity_remaining: 'u64',
  price: 'u64',
  taker_commission: 'u64',
  maker_rebates: 'u64',
} as const
/** `FLOAT_SCALING`: a price is quote units for this many base units, rounded down. */
const PRICE_SCALE = 1_000_000_000n

export const DEEPBOOK_EVENTS: readonly VenueEvent[] = [
  // The taker pays the fee in DEEP, which is beside the trade, or in the coin that it pays in, on top of the quantity.
  deepbook.swap('order_info::OrderFilled', ORDER_FILLED, (fill, context) => {
    const [paid, rawOut] = fill.taker_is_bid ? [fill.quote_quantity, fill.base_quantity] : [fill.base_quantity, fill.quote_quantity]
    const rawIn = paid + (fill.taker_fee_is_deep ? 0n : fill.taker_fee)
    return poolSwap(context, { pool: fill.pool_id, firstIn: !fill.taker_is_bid, rawIn, rawOut })
  }),
  deepbook.pool('pool::PoolCreated', { pool_id: 'id' }, ({ pool_id }, { typeArguments: [base, quote] }) =>
    base === undefined || quote === undefined ? { pool: pool_id, coins: null } : createdPool(pool_id, base, quote),
  ),
  // `is_bid` is the side of the resting order. The commission is in the quote coin on both sides.
  deepbookV2.swap('clob_v2::OrderFilled', ORDER_FILLED_V2, (fill, { typeArguments: [base, quote] }) => {
    if (base === undefined || quote === undefined) return null
    const { pool_id: pool, base_asset_quantity_filled: filled, taker_commission: commission } = fill
    const total = (filled * fill.price) / PRICE_SCALE
    return fill.is_bid
      ? coinSwap({ pool, coinIn: base, coinOut: quote, rawIn: filled, rawOut: total - commission, receiver: null })
      : coinSwap({ pool, coinIn: quote, coinOut: base, rawIn: total + commission, rawOut: filled, receiver: null })
  }),
  deepbookV2.pool('clob_v2::PoolCreated', { pool_id: 'id', base_asset: 'text', quote_asset: 'text' }, ({ pool_id, base_asset, quote_asset }) =>
    createdPool(pool_id, base_asset, quote_asset),
  ),
]
