import { bcs } from '@mysten/sui/bcs'
import { describe, expect, it } from 'vitest'
import { AMM_EVENTS } from './amm.ts'
import { CLMM_EVENTS } from './clmm.ts'
import { LAUNCHPAD_EVENTS } from './launchpads.ts'
import { findVenueEvent, swapEventTypes } from './registry.ts'

/** Venues without recorded transactions, tested on events in the shape that their published packages declare. */

const id = (n: number): string => `0x${n.toString(16).padStart(64, '0')}`
const SUI = `${id(2)}::sui::SUI`
const COIN = `${id(7)}::pep::PEP`
const CURVE = `${id(5)}::curves::Uncorrelated`
const BABYSWAP = '0x227f865230dd4fc947321619f56fee37dc7ac582eb22e3eab29816f717512d9d'
const FLOWX = '0xba153169476e8c3114962261d1edc70de5ad9781b83cc617ecc8c1923191cae0'
const flowxPair = (x: string, y: string): string => `${id(2)}::dynamic_field::Field<${id(1)}::string::String,${FLOWX}::pair::PairMetadata<${x},${y}>>`
const BLUEFIN = '0x3492c874c1e3b3e2984e8c41b589e642d4d0a5d6459e5a9cfc2d52fd7c89c267'
const [POOL, TRADER] = [id(0xaa), id(0xbb)]
/** Trades on curves of Moonbags (its first package, and an upgrade) and of its fork. */
const MOONBAGS_TRADES = [
  ['moonbags', 'TradedEvent'],
  ['moonbags', 'TradedEventV2'],
  ['odyssey', 'TradedEventV2'],
] as const

interface EventParts {
  readonly json?: Readonly<Record<string, unknown>>
  readonly bytes?: Uint8Array
  readonly types?: readonly string[]
  readonly coins?: readonly [string, string]
  /** Ids of changed objects by type. */
  readonly changed?: Readonly<Record<string, string>>
}

/** The result of each row of the exchange for an event of the struct. Deployments that share a layout are separate rows. */
function readEvent(dex: string, struct: string, { json = {}, bytes, types = [], coins, changed = {} }: EventParts): unknown[] {
  const rows = [...AMM_EVENTS, ...LAUNCHPAD_EVENTS].filter((row) => row.dex === dex && new RegExp(`::${struct}>?$`).test(row.type))
  return rows.map((row) =>
    row.read(
      { index: 0, type: row.type, bytes: bytes ?? null, json },
      { typeArguments: types, poolCoins: () => coins ?? null, changedObject: (type) => changed[type] ?? null },
    ),
  )
}

/** 100 units of the coin bought for 9 units of SUI. */
const bought = (pool: string | null, receiver: string | null): unknown => ({ pool, coinIn: SUI, coinOut: COIN, rawIn: 9n, rawOut: 100n, receiver })
/** The opposite. */
const sold = (pool: string | null, receiver: string | null): unknown => ({ pool, coinIn: COIN, coinOut: SUI, rawIn: 100n, rawOut: 9n, receiver })

describe('a swap event of', () => {
  it('Kriya, whose pool object names the coins', () => {
    const json = { pool_id: POOL, user: TRADER, reserve_x: '1', reserve_y: '1', amount_in: '9', amount_out: '100' }
    expect(readEvent('kriya', 'SwapEvent', { json, types: [SUI], coins: [COIN, SUI] })).toEqual([bought(POOL, TRADER)])
    expect(readEvent('kriya', 'SwapEvent', { json, types: [SUI] })).toEqual(['coins_unknown'])
  })

  it('FlowX v2 and BlueMove, which name both sides', () => {
    const pair = {
      user: TRADER,
      coin_x: { name: SUI.slice(2) },
      coin_y: COIN,
      amount_x_in: '0',
      amount_y_in: '100',
      amount_x_out: '9',
      amount_y_out: '0',
    }
    expect(readEvent('flowx', 'Swapped', { json: pair })).toEqual([sold(null, TRADER)])
    expect(readEvent('flowx', 'Swapped', { json: pair, changed: { [flowxPair(SUI, COIN)]: POOL } })).toEqual([sold(POOL, TRADER)])
    expect(readEvent('flowx', 'Swapped', { json: { ...pair, amount_x_in: '3', amount_x_out: '12' } })).toEqual([sold(null, TRADER)])
    expect(readEvent('flowx', 'Swapped', { json: { ...pair, amount_y_in: '107', amount_y_out: '7' } })).toEqual([sold(null, TRADER)])
    expect(readEvent('flowx', 'Swapped', { json: { ...pair, amount_x_in: '10' } })).toEqual([null])
    const texts = { token_x_in: 'SUI', token_y_in: 'PEP', token_x_out: 'SUI', token_y_out: 'PEP' }
    const json = { pool_id: POOL, user: TRADER, ...texts, amount_x_in: '9', amount_y_in: '0', amount_x_out: '0', amount_y_out: '100' }
    expect(readEvent('bluemove', 'Swap_Event', { json, types: [SUI, COIN] })).toEqual([bought(POOL, TRADER)])
  })

  it('Aftermath in both versions, unless it deposits several coins', () => {
    const json = { pool_id: POOL, issuer: TRADER, types_in: [SUI], amounts_in: ['9'], types_out: [COIN], amounts_out: ['100'] }
    expect(readEvent('aftermath', 'SwapEvent', { json })).toEqual([bought(POOL, null)])
    expect(readEvent('aftermath', 'SwapEventV2', { json: { ...json, referrer: null } })).toEqual([bought(POOL, null)])
    expect(readEvent('aftermath', 'SwapEvent', { json: { ...json, types_in: [SUI, COIN], amounts_in: ['9', '1'] } })).toEqual([null])
    const { Address, option, string, u64, vector } = bcs
    const event = bcs.struct('SwapEvent', {
      ...{ pool_id: Address, issuer: Address, referrer: option(Address) },
      ...{ types_in: vector(string()), amounts_in: vector(u64()), types_out: vector(string()), amounts_out: vector(u64()) },
    })
    for (const referrer of [null, TRADER])
      expect(readEvent('aftermath', 'SwapEvent', { bytes: event.serialize({ ...json, referrer }).toBytes() })).toEqual([bought(POOL, null)])
  })

  it('Cetus DLMM', () => {
    const json = { pool: POOL, from: COIN, target: SUI, partner: id(0), amount_in: '100', amount_out: '9' }
    expect(readEvent('cetus', 'SwapEvent', { json })).toContainEqual(sold(POOL, null))
  })

  it('Obric and Steamm, as the aggregator of Cetus reports them', () => {
    const { Address, bool, string, u64 } = bcs
    const layout = { amount_in: u64(), amount_out: u64(), a2b: bool(), by_amount_in: bool(), coin_a: string(), coin_b: string() }
    const swap = { amount_in: '9', amount_out: '100', a2b: false, by_amount_in: true, coin_a: COIN.slice(2), coin_b: SUI.slice(2) }
    const back = { ...swap, a2b: true, amount_in: '100', amount_out: '9' }
    const events = [
      ['obric', 'ObricSwapEvent'],
      ['steamm', 'SteammCPMMSwapEvent'],
      ['steamm', 'SteammOMMSwapEvent'],
    ] as const
    for (const [dex, name] of events) {
      const bytes = bcs
        .struct(name, { pool_id: Address, ...layout })
        .serialize({ pool_id: POOL, ...swap })
        .toBytes()
      for (const parts of [{ json: { pool_id: POOL, ...swap } }, { bytes }]) expect(readEvent(dex, name, parts)).toEqual([bought(POOL, null)])
      expect(readEvent(dex, name, { json: { pool_id: POOL, ...back } })).toEqual([sold(POOL, null)])
    }
    const bytes = bcs.struct('SteammSwapEvent', layout).serialize(swap).toBytes()
    for (const parts of [{ json: swap }, { bytes }]) expect(readEvent('steamm', 'SteammSwapEvent', parts)).toEqual([bought(null, null)])
    expect(readEvent('steamm', 'SteammSwapEvent', { json: back })).toEqual([sold(null, null)])
  })

  it('Ferra, which writes an amount for each bin, and Haedal, whose pools an oracle prices', () => {
    const { Address, bool, u32, u64, vector } = bcs
    const [u32s, u64s] = [vector(u32()), vector(u64())]
    const layout = {
      ...{ sender: Address, pair: Address, swap_for_y: bool(), bin_ids: u32s },
      ...{ amounts_in_x: u64s, amounts_in_y: u64s, amounts_out_x: u64s, amounts_out_y: u64s, total_fees_x: u64s },
    }
    const ferra = {
      ...{ sender: TRADER, pair: POOL, swap_for_y: false, bin_ids: [8388610, 8388611] },
      ...{ amounts_in_x: [0, 0], amounts_in_y: [4, 5], amounts_out_x: [40, 60], amounts_out_y: [0, 0], total_fees_x: [0, 0] },
    }
    const bytes = bcs.struct('SwapEvent', layout).serialize(ferra).toBytes()
    const json = { ...ferra, amounts_in_x: ['0', '0'], amounts_in_y: ['4', '5'], amounts_out_x: ['40', '60'], amounts_out_y: ['0', '0'] }
    for (const event of [{ bytes }, { json }]) expect(readEvent('ferra', 'SwapEvent', { ...event, coins: [COIN, SUI] })).toEqual([bought(POOL, null)])
    const back = { ...json, swap_for_y: true, amounts_in_x: ['100'], amounts_in_y: ['0'], amounts_out_x: ['0'], amounts_out_y: ['9'] }
    expect(readEvent('ferra', 'SwapEvent', { json: back, coins: [COIN, SUI] })).toEqual([sold(POOL, null)])
    expect(readEvent('ferra', 'SwapEvent', { json: back })).toEqual(['coins_unknown'])

    const sale = { pool_id: POOL, seller: TRADER, pay_base: '100', receive_quote: '9' }
    expect(readEvent('haedal', 'SellBaseTokenEvent', { json: sale, coins: [COIN, SUI] })).toEqual([sold(POOL, TRADER)])
    const purchase = { pool_id: POOL, buyer: TRADER, receive_base: '100', pay_quote: '9' }
    expect(readEvent('haedal', 'BuyBaseTokenEvent', { json: purchase, coins: [COIN, SUI] })).toEqual([bought(POOL, TRADER)])
  })

  it('BabySwap, whose type arguments are the coins', () => {
    const types = [SUI, COIN]
    const babyswap = { who: TRADER, x_in: '9', x_out: '0', x_swapped: '9', y_in: '0', y_out: '100', y_swapped: '0' }
    expect(readEvent('babyswap', 'EventSwap', { json: babyswap, types })).toEqual([bought(null, null)])
    const changed = { [`${BABYSWAP}::liquidity_pool::LiquidityPool<${[...types, CURVE].join(',')}>`]: POOL }
    expect(readEvent('babyswap', 'EventSwap', { json: babyswap, types: [...types, CURVE], changed })).toEqual([bought(POOL, null)])
    const { Address, u64 } = bcs
    const amounts = { x_in: u64(), x_out: u64(), x_swapped: u64(), y_in: u64(), y_out: u64(), y_swapped: u64() }
    const bytes = bcs
      .struct('EventSwap', { who: Address, ...amounts })
      .serialize(babyswap)
      .toBytes()
    expect(readEvent('babyswap', 'EventSwap', { bytes, types })).toEqual([bought(null, null)])
  })

  it('Interest, which writes an event for either side and names its curve first', () => {
    const curve = `${id(5)}::curve::Volatile`
    const [x, y] = [SUI, COIN]
    const types = [curve, x, y]
    const { Address, u64 } = bcs
    const layout = { id: Address, sender: Address, in: u64(), out: u64() }
    const bytes = (rawIn: number, rawOut: number): Uint8Array =>
      bcs.struct('Swap', layout).serialize({ id: POOL, sender: TRADER, in: rawIn, out: rawOut }).toBytes()
    expect(readEvent('interest', 'SwapTokenX', { bytes: bytes(9, 100), types })).toEqual([bought(POOL, TRADER)])
    expect(readEvent('interest', 'SwapTokenY', { bytes: bytes(100, 9), types })).toEqual([sold(POOL, TRADER)])
    const json = { id: POOL, sender: TRADER, coin_x_in: '9', coin_y_out: '100' }
    expect(readEvent('interest', 'SwapTokenX', { json, types })).toEqual([bought(POOL, TRADER)])
    expect(readEvent('interest', 'SwapTokenX', { json, types: [x, y] })).toEqual([null])
    const pool = `${id(5)}::core::Pool<${curve},${x},${y}>`
    expect(readEvent('interest', 'PoolCreated', { json: { id: POOL }, types: [pool] })).toEqual([{ pool: POOL, coins: [x, y] }])
  })

  it('Abex, which writes the trader and two prices before the amounts', () => {
    const { Address, u64, u256 } = bcs
    const layout = { swapper: Address, source_price: u256(), dest_price: u256(), source_amount: u64(), dest_amount: u64(), fee_value: u256() }
    const fields = { swapper: TRADER, source_price: 3n * 10n ** 60n, dest_price: 1, source_amount: 9, dest_amount: 100, fee_value: 0 }
    const bytes = bcs.struct('Swapped', layout).serialize(fields).toBytes()
    const price = { value: '3000000000000000000' }
    const json = { swapper: TRADER, source_price: price, dest_price: price, source_amount: '9', dest_amount: '100', fee_value: price }
    for (const event of [{ bytes }, { json }]) {
      expect(readEvent('abex', 'Swapped', { ...event, types: [SUI, COIN] })).toEqual([bought(null, TRADER)])
      expect(readEvent('abex', 'Swapped', event)).toEqual([null])
    }
  })

  it('Moonbags and its fork, whose fee is beside the amount, hop.fun and every memez deployment', () => {
    const reserves = { virtual_sui_reserves: '1', virtual_token_reserves: '1', real_sui_reserves: '1', real_token_reserves: '1' }
    const trade = { is_buy: true, user: TRADER, token_address: COIN, sui_amount: '7', token_amount: '100', ...reserves, pool_id: POOL, fee: '2' }
    for (const [dex, name] of MOONBAGS_TRADES) {
      expect(readEvent(dex, name, { json: trade })).toEqual([bought(POOL, TRADER)])
      expect(readEvent(dex, name, { json: { ...trade, is_buy: false, sui_amount: '11' } })).toEqual([sold(POOL, TRADER)])
    }
    const hop = { json: { curve_id: POOL, sui_amount: '9', token_amount: '100' }, types: [COIN] }
    expect(readEvent('hop.fun', 'BondingCurveBuy', hop)).toEqual([bought(POOL, null)])
    expect(readEvent('hop.fun', 'BondingCurveSell', hop)).toEqual([sold(POOL, null)])
    const memez = { memez_fun: POOL, inner_state: id(1), meme: COIN, quote: SUI }
    expect(readEvent('memez.fun', 'Pump', { json: { ...memez, quote_amount_in: '9', meme_amount_out: '100' } })).toEqual(
      Array(4).fill(bought(POOL, null)),
    )
    const fees = { meme_swap_fee: '5', quote_swap_fee: '1', meme_burn_amount: '20' }
    expect(readEvent('memez.fun', 'Dump', { json: { ...memez, quote_amount_out: '9', meme_amount_in: '80', ...fees } })).toEqual(
      Array(4).fill(sold(POOL, null)),
    )
  })
})

it('creation events name the pool and its coins, or leave them to the pool object', () => {
  const both = { pool: POOL, coins: [COIN, SUI] }
  expect(readEvent('kriya', 'PoolCreatedEvent', { json: { pool_id: POOL } })).toEqual([{ pool: POOL, coins: null }])
  const flowx = { user: TRADER, pair: `LP-${SUI}-${COIN}`, coin_x: COIN.slice(2), coin_y: SUI.slice(2) }
  expect(readEvent('flowx', 'PairCreated', { json: flowx, changed: { [flowxPair(SUI, COIN)]: POOL } })).toEqual([both])
  expect(readEvent('flowx', 'PairCreated', { json: flowx })).toEqual([null])
  const registered = { creator: TRADER, pool_id: POOL, coin_x: COIN, coin_y: SUI, curve: CURVE }
  expect(readEvent('babyswap', 'EventRegisteredPool', { json: registered, types: [COIN, SUI, CURVE] })).toEqual([both])
  expect(readEvent('bluemove', 'Created_Pool_Event', { json: { pool_id: POOL }, types: [COIN, SUI] })).toEqual([both])
  expect(readEvent('bluemove', 'Created_Pool_Event', { json: { pool_id: POOL } })).toEqual([{ pool: POOL, coins: null }])
  const aftermath = { pool_id: POOL, name: 'pool', creator: TRADER, lp_type: COIN, coins: [COIN, SUI] }
  expect(readEvent('aftermath', 'CreatedPoolEvent', { json: aftermath })).toEqual([both])
  const pair = { pair_id: POOL, bin_step: 10, coin_type_a: COIN.slice(2), coin_type_b: SUI.slice(2), active_id: 8388608 }
  expect(readEvent('ferra', 'CreatePairEvent', { json: pair })).toEqual([both])
  const { Address, string, u16, u32 } = bcs
  const layout = { pair_id: Address, bin_step: u16(), coin_type_a: string(), coin_type_b: string(), active_id: u32() }
  expect(readEvent('ferra', 'CreatePairEvent', { bytes: bcs.struct('CreatePairEvent', layout).serialize(pair).toBytes() })).toEqual([both])
  expect(readEvent('cetus', 'CreatePoolEvent', { json: { pool_id: POOL, coin_type_a: COIN, coin_type_b: SUI } })).toContainEqual(both)
})

it('a flash swap of Bluefin is a swap, which it reports in an event of its own', () => {
  const fields = { pool_id: bcs.Address, a2b: bcs.bool(), amount_in: bcs.u64(), amount_out: bcs.u64(), fee: bcs.u64() }
  const bytes = bcs.struct('FlashSwap', fields).serialize({ pool_id: POOL, a2b: false, amount_in: 9, amount_out: 100, fee: 1 }).toBytes()
  const found = findVenueEvent(`${BLUEFIN}::events::FlashSwap`)
  if (found?.row.kind !== 'swap') throw new Error('the event is not listed')
  const event = { index: 0, type: found.row.type, bytes, json: null }
  expect(found.row.read(event, { typeArguments: [], poolCoins: () => [COIN, SUI], changedObject: () => null })).toEqual(bought(POOL, null))
  expect(swapEventTypes({ dex: 'bluefin', dexVersion: 'spot' })).toEqual([`${BLUEFIN}::events::AssetSwap`, `${BLUEFIN}::events::FlashSwap`])
})

it('Kriya names the sender of a concentrated pool before the pool', () => {
  const pool = { sender: TRADER, pool_id: POOL, type_x: COIN.slice(2), type_y: SUI.slice(2) }
  const { Address, string } = bcs
  const event = bcs.struct('PoolCreatedEvent', { sender: Address, pool_id: Address, type_x: string(), type_y: string() })
  const row = CLMM_EVENTS.find(({ dex, kind }) => dex === 'kriya' && kind === 'pool')
  const read = row?.read(
    { index: 0, type: row.type, bytes: event.serialize(pool).toBytes(), json: null },
    { typeArguments: [], poolCoins: () => null, changedObject: () => null },
  )
  expect(read).toEqual({ pool: POOL, coins: [COIN, SUI] })
})

it('launch events name the token, its curve and its creator', () => {
  const launch = { token: COIN, quote: SUI, creator: TRADER, pool: POOL }
  const texts = { name: 'Pep', symbol: 'PEP', uri: '', description: 'a coin', twitter: '', telegram: '', website: '' }
  const moonbags = { ...texts, token_address: COIN.slice(2), bonding_curve: `${id(9)}::moonbags::Pool<${COIN}>`, pool_id: POOL, created_by: TRADER }
  const { Address, string } = bcs
  const event = bcs.struct('CreatedEventV2', {
    ...{ name: string(), symbol: string(), uri: string(), description: string(), twitter: string(), telegram: string(), website: string() },
    ...{ token_address: string(), bonding_curve: string(), pool_id: Address, created_by: Address },
  })
  const bytes = event.serialize(moonbags).toBytes()
  const created = [
    ['moonbags', 'CreatedEvent'],
    ['moonbags', 'CreatedEventV2'],
    ['odyssey', 'CreatedEventV2'],
  ] as const
  for (const [dex, name] of created) {
    expect(readEvent(dex, name, { json: moonbags })).toEqual([launch])
    expect(readEvent(dex, name, { bytes })).toEqual([launch])
  }
  expect(readEvent('hop.fun', 'BondingCurveCreated', { json: { curve_id: POOL, creator: TRADER }, types: [COIN] })).toEqual([launch])
  const memez = { memez_fun: POOL, public_key: [], inner_state: id(1), dev: TRADER, meme: COIN, quote: SUI }
  expect(readEvent('memez.fun', 'New', { json: memez })).toEqual([launch, launch, launch, { pool: POOL, coins: [COIN, SUI] }])
})
