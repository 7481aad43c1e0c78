import type { Address } from '../../../../../../src-shared/domain/address.ts'
import { NATIVE } from '../../../../../../src-shared/domain/events.ts'
import { addressAt, data, topic, valueAt, type EventField } from '../../../transaction/event-field.ts'
import type { RawLog } from '../../../transaction/log.ts'
import type { Settlement } from '../../../venues/settlements.ts'
import { SETTLED_TOPIC } from '../events.ts'
import type { Move } from '../leg.ts'

/** An exchange as the event of a settlement contract states it, seen from the taker. */
export interface FilledOrder {
  readonly rawIn: bigint
  readonly rawOut: bigint
  readonly tokenIn: Address
  readonly tokenOut: Address
  /** Who took the input and gave the output. */
  readonly maker: Address
  /** Null if the event does not name who took the output. */
  readonly taker: Address | null
}

interface OrderEvent {
  readonly signature: string
  /**
   * `quote`: a maker's offer, which the maker serves from its own tokens. `order`: an order of the maker that anyone may fill, often with tokens from
   * pools. `settled`: an order that a batch settles, whose owner is the taker here. `unstated`: the event does not state what was exchanged.
   */
  readonly kind: 'quote' | 'order' | 'settled' | 'unstated'
  /** The event states only what the maker gave. The rest follows from the movements before it. */
  readonly isPartial?: true
  /** The venue, where too many contracts emit the event to list them. Movements must then show both sides. */
  readonly settlement?: Settlement
  /**
   * @param before movements since the last partial event, up to this one
   * @returns null if a field is missing, or if the movements do not show what a partial event leaves out
   */
  read(log: RawLog, settlement: Settlement, before: readonly Move[]): FilledOrder | null
}

interface Fields {
  readonly in: EventField
  readonly out: EventField
  readonly tokenIn: EventField
  readonly tokenOut: EventField
  /** The contract itself if absent. */
  readonly maker?: EventField
  readonly taker?: EventField
}

function fieldsOf(fields: Fields) {
  return (log: RawLog): FilledOrder | null => {
    const [rawIn, rawOut] = [valueAt(log, fields.in), valueAt(log, fields.out)]
    const [tokenIn, tokenOut] = [addressAt(log, fields.tokenIn), addressAt(log, fields.tokenOut)]
    const maker = fields.maker === undefined ? log.address : addressAt(log, fields.maker)
    if (rawIn === null || rawOut === null || tokenIn === null || tokenOut === null || maker === null) return null
    return { rawIn, rawOut, tokenIn: orCoin(tokenIn), tokenOut: orCoin(tokenOut), maker, taker: addressAt(log, fields.taker) }
  }
}

/** Placeholder for the native coin: https://github.com/cowprotocol/contracts/blob/main/src/contracts/libraries/GPv2Order.sol (`BUY_ETH_ADDRESS`). */
const COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const orCoin = (token: Address): Address => (token === COIN ? NATIVE : token)

/** The fee is in dai: taken from what a seller of the gem receives, and added to what a buyer pays. */
function pegged(side: 'sell' | 'buy') {
  return (log: RawLog, { peg }: Settlement): FilledOrder | null => {
    const [taker, gems, fee] = [addressAt(log, topic(1)), valueAt(log, data(0)), valueAt(log, data(1))]
    if (peg === null || taker === null || gems === null || fee === null) return null
    const worth = gems * peg.gemUnit
    return side === 'sell'
      ? { rawIn: gems, rawOut: worth - fee, tokenIn: peg.gem, tokenOut: peg.dai, maker: peg.vault, taker }
      : { rawIn: worth + fee, rawOut: gems, tokenIn: peg.dai, tokenOut: peg.gem, maker: log.address, taker }
  }
}

/** The maker sent exactly the stated amount. What it was paid in another token reached it last before the event. */
function givenOf(log: RawLog, given: bigint | null, before: readonly Move[]): FilledOrder | null {
  const out = before.findLast(({ from, raw }) => raw === given && from !== log.address)
  const paid = out === undefined ? undefined : before.findLast(({ to, token }) => to === out.from && token !== out.token)
  if (out === undefined || paid === undefined) return null
  return { rawIn: paid.raw, rawOut: out.raw, tokenIn: paid.token, tokenOut: out.token, maker: out.from, taker: null }
}

const quoted = { maker: data(1), taker: data(2), tokenOut: data(3), tokenIn: data(4) } as const
const UNSTATED = { kind: 'unstated', read: () => null } as const

/**
 * Topic → how to read the event of a listed settlement contract. A topic is keccak256 of its `signature`. Events that state the exchange:
 * https://github.com/0xProject/protocol/blob/development/contracts/zero-ex/contracts/src/features/interfaces/INativeOrdersEvents.sol (0x 4)
 * https://github.com/0xProject/protocol/blob/development/contracts/zero-ex/contracts/src/features/interfaces/IOtcOrdersFeature.sol
 * https://etherscan.io/address/0xe92b586627ccA7a83dC919cc7127196d70f55a06#code (ParaSwap)
 * https://github.com/airswap/airswap-protocols (AirSwap)
 * https://github.com/cowprotocol/contracts/blob/main/src/contracts/GPv2Settlement.sol
 * https://github.com/makerdao/dss-lite-psm/blob/master/src/DssLitePsm.sol
 * and that do not:
 * https://github.com/1inch/limit-order-protocol/blob/master/contracts/interfaces/IOrderMixin.sol
 * https://github.com/Uniswap/UniswapX/blob/main/src/base/ReactorEvents.sol
 * https://etherscan.io/address/0xbbbbbBB520d69a9775E85b458C58c648259FAD5F#code (Bebop)
 * https://github.com/0xProject/protocol/blob/development/contracts/exchange/contracts/src/interfaces/IExchangeCore.sol (0x 2 and 3, as packed asset data)
 */
export const ORDER_EVENTS: Readonly<Record<string, OrderEvent>> = {
  '0x829fa99d94dc4636925b38632e625736a614c154d55006b7ab6bea979c210c32': {
    signature: 'RfqOrderFilled(bytes32,address,address,address,address,uint128,uint128,bytes32)',
    kind: 'quote',
    read: fieldsOf({ ...quoted, in: data(5), out: data(6) }),
  },
  '0xac75f773e3a92f1a02b12134d65e1f47f8a14eabe4eaf1e24624918e6a8b269f': {
    signature: 'OtcOrderFilled(bytes32,address,address,address,address,uint128,uint128)',
    kind: 'quote',
    read: fieldsOf({ ...quoted, in: data(6), out: data(5) }),
  },
  '0xab614d2b738543c0ea21f56347cf696a3a0c42a7cbec3212a5ca22a4dcff2124': {
    signature: 'LimitOrderFilled(bytes32,address,address,address,address,address,uint128,uint128,uint128,uint256,bytes32)',
    kind: 'order',
    read: fieldsOf({ maker: data(1), taker: data(2), tokenOut: data(4), tokenIn: data(5), in: data(6), out: data(7) }),
  },
  '0x6621486d9c28838df4a87d2cca5007bc2aaf6a5b5de083b1db8faf709302c473': {
    signature: 'OrderFilled(bytes32,address,address,uint256,address,address,uint256)',
    kind: 'quote',
    read: fieldsOf({ maker: topic(2), taker: topic(3), tokenOut: data(0), out: data(1), tokenIn: data(2), in: data(3) }),
  },
  '0x06dfeb25e76d44e08965b639a9d9307df8e1c3dbe2a6364194895e9c3992f033': {
    signature: 'Swap(uint256,uint256,address,address,uint256,uint256,address,address,uint256)',
    kind: 'quote',
    read: fieldsOf({ maker: topic(2), taker: topic(3), tokenOut: data(1), out: data(2), tokenIn: data(4), in: data(5) }),
  },
  '0xb651f2787ff61b5ab14f3936f2daebdad3d84aeb74438e82870cc3b7aee71e90': {
    signature: 'SwapERC20(uint256,address,address,uint256,uint256,address,address,uint256)',
    kind: 'quote',
    read: fieldsOf({ maker: topic(2), taker: topic(3), tokenOut: data(0), out: data(1), tokenIn: data(3), in: data(4) }),
  },
  [SETTLED_TOPIC]: {
    signature: 'Trade(address,address,address,uint256,uint256,uint256,bytes)',
    kind: 'settled',
    read: fieldsOf({ tokenIn: data(0), tokenOut: data(1), in: data(2), out: data(3) }),
  },
  '0xef75f5a47cc9a929968796ceb84f19e7541617b4577f2c228ea95200e1572081': {
    signature: 'SellGem(address,uint256,uint256)',
    kind: 'quote',
    read: pegged('sell'),
  },
  '0x085d06ecf4c34b237767a31c0888e121d89546a77f186f1987c6b8715e1a8caa': {
    signature: 'BuyGem(address,uint256,uint256)',
    kind: 'quote',
    read: pegged('buy'),
  },
  '0xb9ed0243fdf00f0545c63a0af8850c090d86bb46682baec4bf3c496814fe4f02': { signature: 'OrderFilled(address,bytes32,uint256)', ...UNSTATED },
  '0xc3b639f02b125bfa160e50739b8c44eb2d1b6908e2b6d5925c6d770f2ca78127': {
    signature: 'OrderFilledRFQ(bytes32,uint256)',
    ...{ kind: 'order', isPartial: true },
    read: (log, _, before) => givenOf(log, valueAt(log, data(1)), before),
  },
  '0xfec331350fce78ba658e082a71da20ac9f8d798a99b3c79681c8440cbfe77e07': { signature: 'OrderFilled(bytes32,uint256)', ...UNSTATED },
  '0x78ad7ec0e9f89e74012afa58738b6b661c024cb0fd185ee2f616c0a28924bd66': { signature: 'Fill(bytes32,address,address,uint256)', ...UNSTATED },
  '0xadd7095becdaa725f0f33243630938c861b0bba83dfd217d4055701aa768ec2e': { signature: 'BebopOrder(uint128)', ...UNSTATED },
  '0x6869791f0a34781b29882982cc39e882768cf2c96995c2a110c577c53bc932d5': {
    signature: 'Fill(address,address,bytes,bytes,bytes,bytes,bytes32,address,address,uint256,uint256,uint256,uint256,uint256)',
    ...UNSTATED,
  },
  '0x0bcc4c97732e47d9946f229edb95f5b6323f601300e4690de719993f3c371129': {
    signature: 'Fill(address,address,address,address,uint256,uint256,uint256,uint256,bytes32,bytes,bytes)',
    ...UNSTATED,
  },
}

/** Length of the data of 0x Settler's log, as text: a hash of 32 bytes and an amount of 16. */
const FILL_CHARS = 2 + 2 * (32 + 16)
const AMOUNT_CHARS = 2 * 16

/**
 * The log without topics of 0x Settler, which 0x deploys anew for each version:
 * https://github.com/0xProject/0x-settler/blob/master/src/core/RfqOrderSettlement.sol (`_logRfqOrder`; Bebop.sol logs the same)
 */
const SETTLER_FILL: OrderEvent = {
  signature: 'a log without topics',
  ...{ kind: 'quote', isPartial: true, settlement: { dex: '0x', version: 'settler', peg: null } },
  read: (log, _, before) => givenOf(log, BigInt(`0x${log.data.slice(-AMOUNT_CHARS)}`), before),
}

/**
 * Length of the data of Ekubo's swap as text: the caller, the pool's id, two amounts, and its state. The id does not tell which tokens they are of:
 * https://github.com/KyberNetwork/kyberswap-dex-lib/blob/main/pkg/liquidity-source/ekubo/pools/events.go
 */
const EKUBO_CHARS = 2 + 2 * (20 + 32 + 32 + 32)
const EKUBO_SWAP: OrderEvent = { signature: 'a log without topics', ...UNSTATED }

export function orderEventOf({ topics, data }: RawLog): OrderEvent | null {
  const topic = topics[0]
  if (topic !== undefined) return ORDER_EVENTS[topic] ?? null
  return data.length === FILL_CHARS ? SETTLER_FILL : data.length === EKUBO_CHARS ? EKUBO_SWAP : null
}

/** Topics of the events whose exchange can be read. */
export const ORDER_TOPICS = Object.entries(ORDER_EVENTS).flatMap(([key, { kind }]) => (kind === 'unstated' ? [] : [key]))
