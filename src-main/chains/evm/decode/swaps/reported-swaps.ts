import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import { NATIVE } from '../../../../../src-shared/domain/events.ts'
import { signedWord, word } from '../../encoding/words.ts'
import { ZERO_ADDRESS } from '../../encoding/zero-address.ts'
import { addressAt, data, topic, valueAt, type EventField } from '../../transaction/event-field.ts'
import type { RawLog } from '../../transaction/log.ts'

/** A swap as its event reports it: amounts in and out, and the tokens if the event names them. */
export interface ReportedSwap {
  readonly pool: Address
  readonly rawIn: bigint
  readonly rawOut: bigint
  /** Null if the event names no token; it is then inferred from the transfers of the transaction. */
  readonly tokenIn: Address | null
  readonly tokenOut: Address | null
  /** The recipient in the event; null if it names none. */
  readonly recipient: Address | null
}

interface ReportedEvent {
  readonly signature: string
  /** Name for unlisted venues of this kind. */
  readonly dex: string
  readonly version: string
  /** Whose balances change: those of the emitting contract, or of contracts that the event does not name. */
  readonly holder: 'emitter' | 'others'
  /** The venue trades the native coin unwrapped, so a side without a token transfer is the native coin. */
  readonly takesCoins: boolean
  /** One swap emits an event for each price bin that it crosses; consecutive ones are one leg. */
  readonly inSteps: boolean
  read(log: RawLog): ReportedSwap | null
}

interface Fields {
  readonly in: EventField
  readonly out: EventField
  readonly tokenIn?: EventField | 'coin'
  readonly tokenOut?: EventField | 'coin'
  readonly to?: EventField
  readonly pool?: EventField
}

function fieldsOf(fields: Fields) {
  return (log: RawLog): ReportedSwap | null => {
    const [rawIn, rawOut] = [valueAt(log, fields.in), valueAt(log, fields.out)]
    if (rawIn === null || rawOut === null) return null
    const token = (field: EventField | 'coin' | undefined): Address | null => (field === 'coin' ? NATIVE : orCoin(addressAt(log, field)))
    const tokens = { tokenIn: token(fields.tokenIn), tokenOut: token(fields.tokenOut) }
    return { pool: addressAt(log, fields.pool) ?? log.address, rawIn, rawOut, ...tokens, recipient: addressAt(log, fields.to) }
  }
}

/** Market makers state the native coin by the zero address: https://github.com/okxlabs/DEX-Router-EVM-V1/blob/main/contracts/8/adapter/NativePmmAdapter.sol. */
const orCoin = (token: Address | null): Address | null => (token === ZERO_ADDRESS ? NATIVE : token)

const curve = fieldsOf({ in: data(1), out: data(3) })
const ADDRESS_CHARS = 42

/** A Balancer v2 pool id has 32 bytes. The first 20 are the pool's address: https://docs.balancer.fi/reference/contracts/pool-interfacing.html. */
function balancerV2(log: RawLog): ReportedSwap | null {
  const id = log.topics[1]
  const swap = fieldsOf({ in: data(0), out: data(1), tokenIn: topic(2), tokenOut: topic(3) })(log)
  return swap === null || id === undefined ? null : { ...swap, pool: trustedAddress(id.slice(0, ADDRESS_CHARS)) }
}

const SIDE_BITS = 128n
const SIDE_MASK = (1n << SIDE_BITS) - 1n

/**
 * Liquidity Book 2.1 packs the amounts of both tokens into one word, token X in the low 128 bits. A swap has one input and one output:
 * https://github.com/traderjoe-xyz/joe-v2/blob/main/src/libraries/math/PackedUint128Math.sol.
 */
function packed(log: RawLog): ReportedSwap | null {
  const [taken, paid] = [word(log.data, 1), word(log.data, 2)]
  if (taken === null || paid === null) return null
  const inIsX = (taken & SIDE_MASK) > 0n
  const side = (value: bigint, isX: boolean): bigint => (isX ? value & SIDE_MASK : value >> SIDE_BITS)
  if (side(taken, !inIsX) > 0n || side(paid, inIsX) > 0n) return null
  const amounts = { rawIn: side(taken, inIsX), rawOut: side(paid, !inIsX) }
  return { pool: log.address, ...amounts, tokenIn: null, tokenOut: null, recipient: addressAt(log, topic(2)) }
}

/** Liquidity Book 2.0 reports the amount that reached the bin and, separately, the fee that was deducted first. */
function binAndFee(log: RawLog): ReportedSwap | null {
  const swap = fieldsOf({ in: data(1), out: data(2), to: topic(2) })(log)
  const fee = word(log.data, 4)
  return swap === null || fee === null ? null : { ...swap, rawIn: swap.rawIn + fee }
}

/** EulerSwap reports amounts as Uniswap v2 does, with one input and one output. */
function eulerSwap(log: RawLog): ReportedSwap | null {
  const [in0, in1, out0, out1] = [word(log.data, 0), word(log.data, 1), word(log.data, 2), word(log.data, 3)]
  if (in0 === null || in1 === null || out0 === null || out1 === null) return null
  const inIs0 = in0 > 0n && in1 === 0n && out0 === 0n
  if (!inIs0 && (in0 > 0n || out1 > 0n)) return null
  const amounts = inIs0 ? { rawIn: in0, rawOut: out1 } : { rawIn: in1, rawOut: out0 }
  return { pool: log.address, ...amounts, tokenIn: null, tokenOut: null, recipient: addressAt(log, topic(2)) }
}

/** Pendle states what the trader got of both tokens; what it paid is negative: https://github.com/pendle-finance/pendle-core-v2-public/blob/main/contracts/interfaces/IPMarket.sol. */
function pendle(log: RawLog): ReportedSwap | null {
  const [ownership, share] = [signedWord(log.data, 0), signedWord(log.data, 1)]
  if (ownership === null || share === null || ownership > 0n === share > 0n) return null
  const [paid, got] = ownership > 0n ? [share, ownership] : [ownership, share]
  return { pool: log.address, rawIn: -paid, rawOut: got, tokenIn: null, tokenOut: null, recipient: addressAt(log, topic(2)) }
}

/** Fills by a quote or by the pool's own curve state the same fields: https://docs.native.org */
const nativeFill = fieldsOf({ in: data(3), out: data(4), tokenIn: data(1), tokenOut: data(2), to: data(0) })

/** Native's first pools sign the amounts from their own view: https://github.com/KyberNetwork/tradelogs/blob/main/pkg/parser/native/abi.json. */
function nativePool(log: RawLog): ReportedSwap | null {
  const [paid, got] = [signedWord(log.data, 2), signedWord(log.data, 3)]
  const swap = fieldsOf({ in: data(2), out: data(3), tokenIn: data(0), tokenOut: data(1), to: topic(2) })(log)
  return swap === null || paid === null || got === null || paid < 0n || got > 0n ? null : { ...swap, rawOut: -got }
}

const plain = { holder: 'emitter', takesCoins: false, inSteps: false } as const

/**
 * Topic → how to read the event, from the venues' published ABIs. A topic is keccak256 of its `signature`. ABIs of venues whose names do not lead to them:
 * https://github.com/DODOEX/dodo-smart-contract/blob/master/contracts/impl/Trader.sol (DODO 1)
 * https://github.com/balancer/balancer-core/blob/master/contracts/BPool.sol (Balancer 1)
 * https://github.com/saddle-finance/saddle-contract/blob/master/contracts/SwapUtils.sol (Saddle and its forks, such as Nerve and Hop)
 * https://github.com/shipyard-software/clipper-dex-contracts/blob/main/contracts/ClipperExchangeInterface.sol (Clipper; later exchanges index the assets and the recipient)
 * https://github.com/OmegaSyndicate/defiplaza-subgraph/blob/master/abis/DefiPlaza.json (DefiPlaza)
 * https://github.com/sparkdotfi/spark-psm/blob/master/src/interfaces/IPSM3.sol (Spark PSM)
 * https://docs.hashflow.com/hashflow/developer/smart-contracts (Hashflow; a pool of one market maker, whose tokens another account may hold)
 * https://github.com/DefiLlama/dimension-adapters/blob/master/dexs/native/index.ts (Native; a pool of market makers, whose tokens a vault holds)
 */
export const REPORTED_EVENTS: Readonly<Record<string, ReportedEvent>> = {
  '0x8b3e96f2b889fa771c53c981b40daf005f63f637f1869f707052d15a3dd97140': {
    signature: 'TokenExchange(address,int128,uint256,int128,uint256)',
    ...{ dex: 'curve-fork', version: '1', ...plain, takesCoins: true, read: curve },
  },
  '0xd013ca23e77a65003c2c659c5442c00c805371b7fc1ebd4c206c41d1536bd90b': {
    signature: 'TokenExchangeUnderlying(address,int128,uint256,int128,uint256)',
    ...{ dex: 'curve-fork', version: '1-underlying', ...plain, takesCoins: true, read: curve },
  },
  '0xb2e76ae99761dc136e598d4a629bb347eccb9532a5f8bbd72e18467c3c34cc98': {
    signature: 'TokenExchange(address,uint256,uint256,uint256,uint256)',
    ...{ dex: 'curve-fork', version: '2', ...plain, takesCoins: true, read: curve },
  },
  '0x143f1f8e861fbdeddd5b46e844b7d3ac7b86a122f36e8c463859ee6811b1f29c': {
    signature: 'TokenExchange(address,uint256,uint256,uint256,uint256,uint256,uint256)',
    ...{ dex: 'curve-fork', version: '2-ng', ...plain, takesCoins: true, read: curve },
  },
  '0x2170c741c41531aec20e7c107c24eecfdd15e69c9bb0a8dd37b1840b9e0b207b': {
    signature: 'Swap(bytes32,address,address,uint256,uint256)',
    ...{ dex: 'balancer-v2-fork', version: '2', ...plain, read: balancerV2 },
  },
  '0x0874b2d545cb271cdbda4e093020c452328b24af12382ed62c4d00f5c26709db': {
    signature: 'Swap(address,address,address,uint256,uint256,uint256,uint256)',
    ...{ dex: 'balancer-v3-fork', version: '3', ...plain },
    read: fieldsOf({ in: data(0), out: data(1), tokenIn: topic(2), tokenOut: topic(3), pool: topic(1) }),
  },
  '0xc2c0245e056d5fb095f04cd6373bc770802ebd1e6c918eb78fdef843cdb37b0f': {
    signature: 'DODOSwap(address,address,uint256,uint256,address,address)',
    ...{ dex: 'dodo-fork', version: '2', ...plain },
    read: fieldsOf({ in: data(2), out: data(3), tokenIn: data(0), tokenOut: data(1), to: data(5) }),
  },
  '0x0e8e403c2d36126272b08c75823e988381d9dc47f2f0a9a080d95f891d95c469': {
    signature: 'WooSwap(address,address,uint256,uint256,address,address,address,uint256,uint256)',
    ...{ dex: 'woofi-fork', version: '2', ...plain },
    read: fieldsOf({ in: data(0), out: data(1), tokenIn: topic(1), tokenOut: topic(2), to: topic(3) }),
  },
  '0x3b841dc9ab51e3104bda4f61b41e4271192d22cd19da5ee6e292dc8e2744f713': {
    signature: 'Swap(address,address,bool,bool,uint256,uint256,int32)',
    ...{ dex: 'maverick-fork', version: '1', ...plain, read: fieldsOf({ in: data(4), out: data(5), to: data(1) }) },
  },
  '0x103ed084e94a44c8f5f6ba8e3011507c41063177e29949083c439777d8d63f60': {
    signature: 'PoolSwap(address,address,(uint256,bool,bool,int32),uint256,uint256)',
    ...{ dex: 'maverick-fork', version: '2', ...plain, read: fieldsOf({ in: data(6), out: data(7), to: data(1) }) },
  },
  '0xad7d6f97abf51ce18e17a38f4d70e975be9c0708474987bb3e26ad21bd93ca70': {
    signature: 'Swap(address,address,uint24,bytes32,bytes32,uint24,bytes32,bytes32)',
    ...{ dex: 'liquidity-book-fork', version: 'lb-2.1', ...plain, inSteps: true, read: packed },
  },
  '0xc528cda9e500228b16ce84fadae290d9a49aecb17483110004c5af0a07f6fd73': {
    signature: 'Swap(address,address,uint256,bool,uint256,uint256,uint256,uint256)',
    ...{ dex: 'liquidity-book-fork', version: 'lb-2.0', ...plain, inSteps: true, read: binAndFee },
  },
  '0x54787c404bb33c88e86f4baf88183a3b0141d0a848e6a9f7a13b66ae3a9b73d1': {
    signature: 'Swap(address,address,address,uint256,uint256,address)',
    ...{ dex: 'wombat-fork', version: '1', ...plain, holder: 'others' },
    read: fieldsOf({ in: data(2), out: data(3), tokenIn: data(0), tokenOut: data(1), to: topic(2) }),
  },
  '0xdc004dbca4ef9c966218431ee5d9133d337ad018dd5b5c5493722803f75c64f7': {
    signature: 'Swap(bool,uint256,uint256,address)',
    ...{ dex: 'fluid-fork', version: '1', ...plain, holder: 'others', read: fieldsOf({ in: data(1), out: data(2), to: data(3) }) },
  },
  '0x4813b0ad1586a6c47f088a07b488c1eadc58e7e7a9c3f1a71b3f33c5379133aa': {
    signature: 'Swap(address,uint256,uint256,uint256,uint256,uint112,uint112,address)',
    ...{ dex: 'eulerswap-fork', version: '1', ...plain, holder: 'others', read: eulerSwap },
  },
  '0xd8648b6ac54162763c86fd54bf2005af8ecd2f9cb273a5775921fd7f91e17b2d': {
    signature: 'SellBaseToken(address,uint256,uint256)',
    ...{ dex: 'dodo-fork', version: '1', ...plain, read: fieldsOf({ in: data(0), out: data(1) }) },
  },
  '0xe93ad76094f247c0dafc1c61adc2187de1ac2738f7a3b49cb20b2263420251a3': {
    signature: 'BuyBaseToken(address,uint256,uint256)',
    ...{ dex: 'dodo-fork', version: '1', ...plain, read: fieldsOf({ in: data(1), out: data(0) }) },
  },
  '0x908fb5ee8f16c6bc9bc3690973819f32a4d4b10188134543c88706e0e1d43378': {
    signature: 'LOG_SWAP(address,address,address,uint256,uint256)',
    ...{ dex: 'balancer-v1-fork', version: '1', ...plain },
    read: fieldsOf({ in: data(0), out: data(1), tokenIn: topic(2), tokenOut: topic(3) }),
  },
  '0xc6c1e0630dbe9130cc068028486c0d118ddcea348550819defd5cb8c257f8a38': {
    signature: 'TokenSwap(address,uint256,uint256,uint128,uint128)',
    ...{ dex: 'saddle-fork', version: '1', ...plain, read: fieldsOf({ in: data(0), out: data(1) }) },
  },
  '0xdba43ee9916cb156cc32a5d3406e87341e568126a46815294073ba25c9400246': {
    signature: 'Swap(address,address,address,address,uint256,uint256,uint256)',
    ...{ dex: 'spark-psm-fork', version: '3', ...plain, holder: 'others' },
    read: fieldsOf({ in: data(1), out: data(2), tokenIn: topic(1), tokenOut: topic(2), to: topic(3) }),
  },
  '0x34f57786fb01682fb4eec88d340387ef01a168fe345ea5b76f709d4e560c10eb': {
    signature: 'Trade(address,address,bytes32,address,address,uint256,uint256)',
    ...{ dex: 'hashflow-fork', version: '3', ...plain, holder: 'others' },
    read: fieldsOf({ in: data(5), out: data(6), tokenIn: data(3), tokenOut: data(4), to: data(0) }),
  },
  '0x8cf3dec1929508e5677d7db003124e74802bfba7250a572205a9986d86ca9f1e': {
    signature: 'Trade(address,bytes32,address,address,uint256,uint256)',
    ...{ dex: 'hashflow-fork', version: '1', ...plain, holder: 'others' },
    read: fieldsOf({ in: data(4), out: data(5), tokenIn: data(2), tokenOut: data(3), to: data(0) }),
  },
  '0xc82975a4eae9f14416813a0bd7312edf547928cd25ae9b8597ee4c92fa6862d2': {
    signature: 'RFQTrade(address,address,address,uint256,uint256,bytes16,address)',
    ...{ dex: 'native-fork', version: 'rfq', ...plain, holder: 'others', read: nativeFill },
  },
  '0xd9a78419f4f94739684d4bed95a1eb594d0b5f14272ef96a546fff2cc7d0b65d': {
    signature: 'PAMMTrade(address,address,address,uint256,uint256,bytes16,address)',
    ...{ dex: 'native-fork', version: 'pamm', ...plain, holder: 'others', read: nativeFill },
  },
  '0xe3a54b69726c85299f4e794bac96150af56af801be76cafd11947a1103b6308a': {
    signature: 'Swap(address,address,address,address,int256,int256,uint256,bytes16)',
    ...{ dex: 'native-fork', version: '1', ...plain, holder: 'others', read: nativePool },
  },
  '0x829000a5bc6a12d46e30cdcecd7c56b1efd88f6d7d059da6734a04f3764557c4': {
    signature: 'Swap(address,address,int256,int256,uint256,uint256)',
    ...{ dex: 'pendle-fork', version: '2', ...plain, read: pendle },
  },
  '0x4be05c8d54f5e056ab2cfa033e9f582057001268c3e28561bb999d35d2c8f2c8': {
    signature: 'Swapped(address,address,address,uint256,uint256,bytes)',
    ...{ dex: 'clipper-fork', version: '1', ...plain },
    read: fieldsOf({ in: data(0), out: data(1), tokenIn: topic(1), tokenOut: topic(2), to: topic(3) }),
  },
  '0x6782190c91d4a7e8ad2a867deed6ec0a970cab8ff137ae2bd4abd92b3810f4d3': {
    signature: 'Swapped(address,address,address,uint256,uint256)',
    ...{ dex: 'defiplaza-fork', version: '1', ...plain },
    read: fieldsOf({ in: data(3), out: data(4), tokenIn: data(1), tokenOut: data(2) }),
  },
  '0xcd60aa75dea3072fbc07ae6d7d856b5dc5f4eee88854f5b4abf7b680ef8bc50f': {
    signature: 'TokenPurchase(address,uint256,uint256)',
    ...{ dex: 'uniswap-v1-fork', version: '1', ...plain },
    read: fieldsOf({ in: topic(2), out: topic(3), tokenIn: 'coin' }),
  },
  '0x7f4091b46c33e918a0f3aa42307641d17bb67029427a5369e54b353984238705': {
    signature: 'EthPurchase(address,uint256,uint256)',
    ...{ dex: 'uniswap-v1-fork', version: '1', ...plain },
    read: fieldsOf({ in: topic(2), out: topic(3), tokenOut: 'coin' }),
  },
}

export function findReportedEvent(log: RawLog): ReportedEvent | null {
  return REPORTED_EVENTS[log.topics[0] ?? ''] ?? null
}
