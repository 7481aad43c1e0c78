import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Pool } from '../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import { addressInTopic, word } from '../normalise.ts'
import type { RawLog } from '../raw.ts'
import type { Factory } from './registry.ts'

/**
 * How factories announce a pool. All these events index token0 and token1 first; they differ in the word of the data that
 * names the pool. Topics are keccak256 of the signature named.
 */
export const CREATED_EVENTS: Readonly<Record<string, { readonly signature: string; readonly poolWord: number }>> = {
  '0x0d3648bd0f6ba80134a33ba9275ac585d9d315f0ad8355cddefde31afa28d0e9': { signature: 'PairCreated(address,address,address,uint256)', poolWord: 0 },
  '0x783cca1c0412dd0d695e784568c96da2e9c22ff989357a2e8b1d9b2b4e6b7118': {
    signature: 'PoolCreated(address,address,uint24,int24,address)',
    poolWord: 1,
  },
  '0xab0d57f0df537bb25e80245ef7748fa62353808c54d6e528a9dd20887aed9ac2': { signature: 'PoolCreated(address,address,int24,address)', poolWord: 0 },
  '0x2128d88d14c80cb081c1252a5acff7a264671bf199ce226b53788fb26065005e': {
    signature: 'PoolCreated(address,address,bool,address,uint256)',
    poolWord: 0,
  },
  '0xc4805696c66d7cf352fc1d6bb633ad5ee82f6cb577c453024b6e0eb8306c6fc9': {
    signature: 'PairCreated(address,address,bool,address,uint256)',
    poolWord: 1,
  },
  '0x91ccaa7a278130b65168c3a0c8d3bcae84cf5e43704342bd3ec0b59e59c036db': { signature: 'Pool(address,address,address)', poolWord: 0 },
}
export const CREATED_TOPICS = Object.keys(CREATED_EVENTS)

/** A pool as its factory announced it; null for logs of another form. */
export function readPoolCreated(network: NetworkId, log: RawLog, factory: Pick<Factory, 'dex' | 'version'>): Pool | null {
  const [topic, token0, token1] = log.topics
  const event = topic === undefined ? undefined : CREATED_EVENTS[topic]
  if (event === undefined || token0 === undefined || token1 === undefined) return null
  const pool = word(log.data, event.poolWord)
  if (pool === null) return null
  return {
    kind: 'pool',
    network,
    address: addressInTopic(pool.toString(16).padStart(64, '0')),
    dex: factory.dex,
    dexVersion: factory.version,
    token0: addressInTopic(token0),
    token1: addressInTopic(token1),
    createdBlock: log.blockNumber,
    createdTx: log.transactionHash,
  }
}

/** A 20-byte address as an indexed topic. */
export const topicOf = (address: Address): string => `0x${address.slice(2).padStart(64, '0')}`
