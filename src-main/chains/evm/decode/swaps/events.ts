import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import { UNPROVEN_POOL } from '../../../../../src-shared/domain/events.ts'
import { addressInTopic, addressOfWord, signedWord, word } from '../../encoding/words.ts'
import type { RawLog } from '../../transaction/log.ts'

/** The change of a pool's two token balances in one swap, as its event reports it. */
export interface PoolDelta {
  readonly delta0: bigint
  readonly delta1: bigint
  /** The recipient in the event; null if it names none. */
  readonly recipient: Address | null
  /** Amounts in and out of each token, if the event states them separately. */
  readonly apart?: { readonly in0: bigint; readonly in1: bigint; readonly out0: bigint; readonly out1: bigint }
}

/** The fields of a log that a swap event is read from. */
export type EventLog = Pick<RawLog, 'topics' | 'data'>

export interface SwapEvent {
  readonly signature: string
  /** Name for pools of this kind whose factory is not listed. */
  readonly unknownDex: string
  readonly version: string
  /** `pool`: the pool itself emits the event. `manager`: one contract holds all pools and puts the pool's id into the first topic. */
  readonly emitter: 'pool' | 'manager'
  /** Index of the data word with the whole fee of the swap, in hundredths of a basis point of the payment. */
  readonly feeWord?: number
  /** The pool's id is the hash of a key that contains the fee (https://github.com/Uniswap/v4-core/blob/main/src/types/PoolId.sol). */
  readonly isKeyedByFee?: true
  /** The pool emits the fee of a swap in a separate event just before it. */
  readonly statesFees?: true
  read(log: EventLog): PoolDelta | null
}

/**
 * Amount in minus amount out for each token: with a fee-on-transfer token, both tokens have an amount in.
 *
 * @param order indices of the data words of in0, in1, out0 and out1
 */
function fromInOut(order: readonly [number, number, number, number] = [0, 1, 2, 3]) {
  return (log: EventLog): PoolDelta | null => {
    const [in0, in1, out0, out1] = order.map((i) => word(log.data, i))
    const recipient = log.topics[2]
    if (in0 === null || in1 === null || out0 === null || out1 === null) return null
    if (in0 === undefined || in1 === undefined || out0 === undefined || out1 === undefined) return null
    const apart = { in0, in1, out0, out1 }
    return { delta0: in0 - out0, delta1: in1 - out1, recipient: recipient === undefined ? null : addressInTopic(recipient), apart }
  }
}

/** Signed from the pool's view: positive came in, negative went out. */
function fromPoolSigned(log: EventLog): PoolDelta | null {
  const [delta0, delta1, recipient] = [signedWord(log.data, 0), signedWord(log.data, 1), log.topics[2]]
  if (delta0 === null || delta1 === null) return null
  return { delta0, delta1, recipient: recipient === undefined ? null : addressInTopic(recipient) }
}

/** Signed from the swapper's view: negative was paid, positive received. The manager settles later, to a recipient that the event does not name. */
function fromSwapperSigned(log: EventLog): PoolDelta | null {
  const [paid0, paid1] = [signedWord(log.data, 0), signedWord(log.data, 1)]
  return paid0 === null || paid1 === null ? null : { delta0: -paid0, delta1: -paid1, recipient: null }
}

/**
 * Topic of the swap event → how to read it. A topic is keccak256 of its `signature`. Sources of the Uniswap events:
 * https://github.com/Uniswap/v2-core/blob/master/contracts/interfaces/IUniswapV2Pair.sol
 * https://github.com/Uniswap/v3-core/blob/main/contracts/interfaces/pool/IUniswapV3PoolEvents.sol
 * https://github.com/Uniswap/v4-core/blob/main/src/interfaces/IPoolManager.sol
 * of KyberSwap Classic:
 * https://github.com/KyberNetwork/dmm-smart-contracts/blob/master/contracts/KSPool.sol
 * and of the fees that PancakeSwap Infinity states:
 * https://github.com/pancakeswap/infinity-core/blob/main/src/pool-cl/interfaces/ICLPoolManager.sol
 * https://github.com/pancakeswap/infinity-core/blob/main/src/pool-bin/interfaces/IBinPoolManager.sol
 */
export const SWAP_EVENTS: Readonly<Record<string, SwapEvent>> = {
  '0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822': {
    signature: 'Swap(address,uint256,uint256,uint256,uint256,address)',
    unknownDex: 'uniswap-v2-fork',
    version: '2',
    emitter: 'pool',
    read: fromInOut(),
  },
  '0x606ecd02b3e3b4778f8e97b2e03351de14224efaa5fa64e62200afc9395c2499': {
    signature: 'Swap(address,uint256,uint256,uint256,uint256,address,uint256)',
    unknownDex: 'kyberswap-classic-fork',
    version: '1',
    emitter: 'pool',
    read: fromInOut(),
  },
  '0xb3e2773606abfd36b5bd91394b3a54d1398336c65005baf7bf7a05efeffaf75b': {
    signature: 'Swap(address,address,uint256,uint256,uint256,uint256)',
    unknownDex: 'solidly-fork',
    version: '1',
    emitter: 'pool',
    statesFees: true,
    read: fromInOut(),
  },
  '0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67': {
    signature: 'Swap(address,address,int256,int256,uint160,uint128,int24)',
    unknownDex: 'uniswap-v3-fork',
    version: '3',
    emitter: 'pool',
    read: fromPoolSigned,
  },
  '0x19b47279256b2a23a1665c810c8d55a1758940ee09377d4f8d26497a3577dc83': {
    signature: 'Swap(address,address,int256,int256,uint160,uint128,int24,uint128,uint128)',
    unknownDex: 'pancakeswap-v3-fork',
    version: '3',
    emitter: 'pool',
    read: fromPoolSigned,
  },
  '0x121cb44ee54098b1a04743c487e7460d8dd429b27f88b1f4d4767396e1a59f79': {
    signature: 'Swap(address,address,int256,int256,uint160,uint128,int24,uint24,uint24)',
    unknownDex: 'algebra-fork',
    version: 'integral',
    emitter: 'pool',
    read: fromPoolSigned,
  },
  '0x40e9cecb9f5f1f1c5b9c97dec2917b7ee92e57ba5563708daca94dd84ad7112f': {
    signature: 'Swap(bytes32,address,int128,int128,uint160,uint128,int24,uint24)',
    unknownDex: 'uniswap-v4-fork',
    version: '4',
    emitter: 'manager',
    feeWord: 5,
    isKeyedByFee: true,
    read: fromSwapperSigned,
  },
  '0x04206ad2b7c0f463bff3dd4f33c5735b0f2957a351e4f79763a4fa9e775dd237': {
    signature: 'Swap(bytes32,address,int128,int128,uint160,uint128,int24,uint24,uint16)',
    unknownDex: 'pancakeswap-infinity-fork',
    version: 'infinity-cl',
    emitter: 'manager',
    feeWord: 5,
    read: fromSwapperSigned,
  },
  '0x3e8aae37f890eb1f9d63dd4d2062f3f0be757848a0f0760e4f3e53dad556e861': {
    signature: 'Swap(bytes32,address,int128,int128,uint24,uint24,uint16)',
    unknownDex: 'pancakeswap-infinity-fork',
    version: 'infinity-bin',
    emitter: 'manager',
    feeWord: 3,
    read: fromSwapperSigned,
  },
  '0x298c349c742327269dc8de6ad66687767310c948ea309df826f5bd103e19d207': {
    signature: 'Swap(uint256,uint256,uint256,uint256)',
    unknownDex: 'virtuals-fork',
    version: 'bonding',
    emitter: 'pool',
    read: fromInOut([0, 2, 1, 3]),
  },
  '0xa4228e1eb11eb9b31069d9ed20e7af9a010ca1a02d4855cee54e08e188fcc32c': {
    signature: 'Swap(address,address,int256,int256)',
    unknownDex: 'smardex-fork',
    version: '1',
    emitter: 'pool',
    read: fromPoolSigned,
  },
}

/** Names for pools whose factory is not listed. */
export const UNLISTED_DEXES: ReadonlySet<string> = new Set([UNPROVEN_POOL, ...Object.values(SWAP_EVENTS).map(({ unknownDex }) => unknownDex)])

const topicsOf = (emitter: SwapEvent['emitter']): string[] =>
  Object.entries(SWAP_EVENTS)
    .filter(([, event]) => event.emitter === emitter)
    .map(([topic]) => topic)

/** Swap topics of pools that are separate contracts. */
export const POOL_SWAP_TOPICS = topicsOf('pool')
/** Swap topics of contracts that hold many pools, each under an id. */
export const MANAGER_SWAP_TOPICS = topicsOf('manager')

const ID_CHARS = 66

/** Whether the pool belongs to a manager: it then has a 32-byte id instead of an address. */
export const hasId = (pool: { readonly address: Address }): boolean => pool.address.length === ID_CHARS

/** The pool's address, or its id if a manager holds it. */
export function poolKeyOf(log: RawLog, event: SwapEvent): Address {
  return event.emitter === 'manager' ? trustedAddress(log.topics[1] ?? log.address) : log.address
}

export function swapEventOf(log: EventLog): SwapEvent | null {
  const topic = log.topics[0]
  return (topic === undefined ? undefined : SWAP_EVENTS[topic]) ?? null
}

/** Whether a manager states that a pool exchanged nothing in a swap: it has no liquidity, or its hook traded in its place. */
export function isEmptySwap(log: EventLog): boolean {
  const event = swapEventOf(log)
  const delta = event?.emitter === 'manager' ? event.read(log) : null
  return delta !== null && delta.delta0 === 0n && delta.delta1 === 0n
}

/** keccak256 of Withdrawal(address,uint256), emitted by WETH9 and similar wrappers when coins are unwrapped. */
const WITHDRAWAL_TOPIC = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'

export interface Unwrap {
  readonly token: Address
  readonly by: Address
  readonly raw: bigint
  readonly index: number
}

/** Null for every other log. */
export function readWithdrawal(log: RawLog): Unwrap | null {
  const [topic, by] = log.topics
  const raw = word(log.data, 0)
  if (topic !== WITHDRAWAL_TOPIC || by === undefined || raw === null) return null
  return { token: trustedAddress(log.address), by: addressInTopic(by), raw, index: log.logIndex }
}

/** keccak256 of Trade(address,address,address,uint256,uint256,uint256,bytes): https://github.com/cowprotocol/contracts/blob/main/src/contracts/GPv2Settlement.sol. */
export const SETTLED_TOPIC = '0xa07a543ab8a018198e99ca0184c93fe9050a79400a0a723441f84de1d972cc17'

/** An order that a batch of CoW Protocol settles: the settling contract and the token that the order bought. Null for every other log. */
export function readSettledOrder(log: RawLog): { readonly by: Address; readonly bought: Address } | null {
  const bought = log.topics[0] === SETTLED_TOPIC ? word(log.data, 1) : null
  return bought === null ? null : { by: log.address, bought: addressOfWord(bought) }
}
