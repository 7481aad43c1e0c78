import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import { NATIVE, type Pool } from '../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import { addressInTopic } from '../encoding/words.ts'
import { addressAt, data } from '../transaction/event-field.ts'
import type { RawLog } from '../transaction/log.ts'
import type { Factory } from './registry.ts'
import { ZERO_ADDRESS } from '../encoding/zero-address.ts'

/** The event with which a factory announces a pool. A topic is keccak256 of its `signature`. */
interface CreatedEvent {
  readonly signature: string
  /** Index of the topic with token0; token1 is in the next one. */
  readonly tokenTopic: 1 | 2
  /** Index of the data word with the pool's address; null if a manager holds the pool under the id in the first topic. */
  readonly poolWord: number | null
}

/**
 * Sources of the Uniswap events:
 * https://github.com/Uniswap/v2-core/blob/master/contracts/interfaces/IUniswapV2Factory.sol
 * https://github.com/Uniswap/v3-core/blob/main/contracts/interfaces/IUniswapV3Factory.sol
 * https://github.com/Uniswap/v4-core/blob/main/src/interfaces/IPoolManager.sol
 */
export const CREATED_EVENTS: Readonly<Record<string, CreatedEvent>> = {
  '0x0d3648bd0f6ba80134a33ba9275ac585d9d315f0ad8355cddefde31afa28d0e9': {
    signature: 'PairCreated(address,address,address,uint256)',
    tokenTopic: 1,
    poolWord: 0,
  },
  '0x783cca1c0412dd0d695e784568c96da2e9c22ff989357a2e8b1d9b2b4e6b7118': {
    signature: 'PoolCreated(address,address,uint24,int24,address)',
    tokenTopic: 1,
    poolWord: 1,
  },
  '0xab0d57f0df537bb25e80245ef7748fa62353808c54d6e528a9dd20887aed9ac2': {
    signature: 'PoolCreated(address,address,int24,address)',
    tokenTopic: 1,
    poolWord: 0,
  },
  '0x2128d88d14c80cb081c1252a5acff7a264671bf199ce226b53788fb26065005e': {
    signature: 'PoolCreated(address,address,bool,address,uint256)',
    tokenTopic: 1,
    poolWord: 0,
  },
  '0xc4805696c66d7cf352fc1d6bb633ad5ee82f6cb577c453024b6e0eb8306c6fc9': {
    signature: 'PairCreated(address,address,bool,address,uint256)',
    tokenTopic: 1,
    poolWord: 1,
  },
  '0x91ccaa7a278130b65168c3a0c8d3bcae84cf5e43704342bd3ec0b59e59c036db': {
    signature: 'Pool(address,address,address)',
    tokenTopic: 1,
    poolWord: 0,
  },
  '0x8a5f030f5fc13b04a1e4ef7c47177e3d76b0e80e1d9be9843db37caa5b7b9b8f': {
    signature: 'CustomPool(address,address,address,address)',
    tokenTopic: 2,
    poolWord: 0,
  },
  '0xdd466e674ea557f56295e2d0218a125ea4b4f0f6f3307b95f85e6110838d6438': {
    signature: 'Initialize(bytes32,address,address,uint24,int24,address,uint160,int24)',
    tokenTopic: 2,
    poolWord: null,
  },
  '0x426cc62fe6a33a40ba2788c2c87a9c34ee4582b95bc9fa5a7bb7ae70b750b99c': {
    signature: 'Initialize(bytes32,address,address,address,uint24,bytes32,uint160,int24)',
    tokenTopic: 2,
    poolWord: null,
  },
  '0xddfde5903015c0eb1671976c6c8f760f1328bec57f15286b6bdab2f955cab9c9': {
    signature: 'Initialize(bytes32,address,address,address,uint24,bytes32,uint24)',
    tokenTopic: 2,
    poolWord: null,
  },
}
export const CREATED_TOPICS = Object.keys(CREATED_EVENTS)
/** Events with token1 in the third topic. */
export const LATE_TOKEN_TOPICS = CREATED_TOPICS.filter((topic) => CREATED_EVENTS[topic]?.tokenTopic === 2)

/** The pool that a log announces; null for other logs. */
export function readPoolCreated(network: NetworkId, log: RawLog, factory: Pick<Factory, 'dex' | 'version'>): Pool | null {
  const event = CREATED_EVENTS[log.topics[0] ?? '']
  if (event === undefined) return null
  const [token0, token1] = [log.topics[event.tokenTopic], log.topics[event.tokenTopic + 1]]
  const address = event.poolWord === null ? log.topics[1] : addressAt(log, data(event.poolWord))
  if (token0 === undefined || token1 === undefined || address === undefined || address === null) return null
  return {
    kind: 'pool',
    network,
    address: trustedAddress(address),
    dex: factory.dex,
    dexVersion: factory.version,
    token0: currencyInTopic(token0),
    token1: currencyInTopic(token1),
    createdBlock: log.blockNumber,
    createdTx: log.transactionHash,
  }
}

/** Pool managers represent the native coin by the zero address. */
function currencyInTopic(topic: string): Address {
  const address = addressInTopic(topic)
  return address === ZERO_ADDRESS ? NATIVE : address
}
