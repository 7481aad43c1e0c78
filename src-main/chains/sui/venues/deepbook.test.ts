import { bcs } from '@mysten/sui/bcs'
import { describe, expect, it } from 'vitest'
import { findVenueEvent } from './registry.ts'

/** Fills in the layouts of https://github.com/MystenLabs/deepbookv3 (`order_info.move`) and of the package `0xdee9` for v2. */

const id = (n: number): string => `0x${n.toString(16).padStart(64, '0')}`
const [POOL, MAKER, TAKER] = [id(0xaa), id(0xbb), id(0xcc)]
const BASE = `${id(7)}::pep::PEP`
const QUOTE = `${id(2)}::sui::SUI`
const V3 = '0x2c8d603bc51326b8c13cef9dd07031a408a48dddb541963357661df5d3204809'
const V2 = id(0xdee9)
const { Address, bool, u64, u128 } = bcs

/** @param type with or without type arguments */
function read(type: string, bytes: Uint8Array, coins: readonly [string, string] | null = null): unknown {
  const found = findVenueEvent(type)
  return found?.row.read(
    { index: 0, type, bytes, json: null },
    { typeArguments: found.typeArguments, poolCoins: () => coins, changedObject: () => null },
  )
}

const bought = (rawIn: bigint): unknown => ({ pool: POOL, coinIn: QUOTE, coinOut: BASE, rawIn, rawOut: 100n, receiver: null })
const sold = (rawIn: bigint, rawOut: bigint): unknown => ({ pool: POOL, coinIn: BASE, coinOut: QUOTE, rawIn, rawOut, receiver: null })

describe('a fill of v3', () => {
  const layout = bcs.struct('OrderFilled', {
    ...{ pool_id: Address, maker_order_id: u128(), taker_order_id: u128(), maker_client_order_id: u64(), taker_client_order_id: u64() },
    ...{ price: u64(), taker_is_bid: bool(), taker_fee: u64(), taker_fee_is_deep: bool(), maker_fee: u64(), maker_fee_is_deep: bool() },
    ...{ base_quantity: u64(), quote_quantity: u64() },
  })
  const fill = (more: { taker_is_bid: boolean; taker_fee: number; taker_fee_is_deep: boolean }): unknown => {
    const orders = { maker_order_id: 1, taker_order_id: 2, maker_client_order_id: 3, taker_client_order_id: 4, price: 90_000_000 }
    const maker = { maker_fee: 1, maker_fee_is_deep: true }
    const fields = { pool_id: POOL, ...orders, ...maker, base_quantity: 100, quote_quantity: 9, ...more }
    return read(`${V3}::order_info::OrderFilled`, layout.serialize(fields).toBytes(), [BASE, QUOTE])
  }

  it('is the quantities, if the fee is paid in DEEP', () => {
    expect(fill({ taker_is_bid: true, taker_fee: 5, taker_fee_is_deep: true })).toEqual(bought(9n))
    expect(fill({ taker_is_bid: false, taker_fee: 5, taker_fee_is_deep: true })).toEqual(sold(100n, 9n))
  })

  it('adds a fee in the coin that the taker pays in', () => {
    expect(fill({ taker_is_bid: true, taker_fee: 5, taker_fee_is_deep: false })).toEqual(bought(14n))
    expect(fill({ taker_is_bid: false, taker_fee: 5, taker_fee_is_deep: false })).toEqual(sold(105n, 9n))
  })
})

describe('a fill of v2', () => {
  const layout = bcs.struct('OrderFilled', {
    ...{ pool_id: Address, order_id: u64(), taker_client_order_id: u64(), maker_client_order_id: u64(), is_bid: bool() },
    ...{ taker_address: Address, maker_address: Address, original_quantity: u64(), base_asset_quantity_filled: u64() },
    ...{ base_asset_quantity_remaining: u64(), price: u64(), taker_commission: u64(), maker_rebates: u64() },
  })
  const fill = (is_bid: boolean, types = `<${BASE},${QUOTE}>`): unknown => {
    const orders = { order_id: 1, taker_client_order_id: 2, maker_client_order_id: 3, taker_address: TAKER, maker_address: MAKER }
    const quantities = { original_quantity: 500, base_asset_quantity_filled: 100, base_asset_quantity_remaining: 400 }
    const fields = { pool_id: POOL, is_bid, ...orders, ...quantities, price: 95_000_000, taker_commission: 2, maker_rebates: 1 }
    return read(`${V2}::clob_v2::OrderFilled${types}`, layout.serialize(fields).toBytes())
  }

  it('sells to a bid and buys from an ask, at the price of the resting order and with the commission in the quote coin', () => {
    expect(fill(true)).toEqual(sold(100n, 7n))
    expect(fill(false)).toEqual(bought(11n))
    expect(fill(true, '')).toBeNull()
  })

  it('has a pool whose creation names the coins', () => {
    const { string } = bcs
    const layout = bcs.struct('PoolCreated', { pool_id: Address, base_asset: string(), quote_asset: string(), taker_fee_rate: u64() })
    const bytes = layout.serialize({ pool_id: POOL, base_asset: BASE.slice(2), quote_asset: QUOTE.slice(2), taker_fee_rate: 200_000 }).toBytes()
    expect(read(`${V2}::clob_v2::PoolCreated`, bytes)).toEqual({ pool: POOL, coins: [BASE, QUOTE] })
  })
})
