import { parentPort, workerData } from 'node:worker_threads'
import { openChainServer } from '../../fixtures/evm-chain/server.ts'
import { serveLargeSolana } from '../../fixtures/large-solana/server.ts'

/** A thread that serves the synthetic chain of a large token, and posts its URL. */

export interface LargeToken {
  readonly network: 'eth' | 'sol'
  readonly trades: number
  readonly holders: number
}

const { network, trades, holders } = workerData as LargeToken
const node =
  network === 'eth'
    ? await openChainServer({ wallets: holders, rounds: trades / holders })
    : await serveLargeSolana({ trades, holders }, { indexes: true })
parentPort?.postMessage(node.url)
