import type { Address } from '../../../src-shared/domain/address.ts'
import type { AccountKind, Holding } from '../../../src-shared/domain/token.ts'
import type { AdapterOptions, BlockRef, Capabilities, ChainAdapter } from '../adapter.ts'
import { inParallel } from '../ask.ts'
import { readTrades, readTransfers } from './reading/transfers.ts'
import { createDecimals } from './reading/decimals.ts'
import { follow } from './following/follow.ts'
import { readFirstFunding } from './reading/funding.ts'
import { createGraphqlClient } from './rpc/graphql.ts'
import { createGrpcClient } from './rpc/grpc.ts'
import { createTokenCache } from './reading/token-cache.ts'
import { readNativePrice } from './reading/native-price.ts'
import { readCheckpoint, readObjects, readServiceInfo, type SuiNode } from './rpc/node.ts'
import { readActivity, readPayments } from './reading/payments.ts'
import { findPools } from './reading/pools.ts'
import { readSuiSecurity } from './security/gather.ts'
import { parseSuiEndpoint, type SuiEndpoint } from './rpc/endpoint.ts'
import { readToken } from './reading/token.ts'

const BALANCES_AT_ONCE = 8

/** Reads Sui from gRPC endpoints, with GraphQL beside them for what only it can list. */
export function createSuiAdapter({ endpoints }: AdapterOptions): ChainAdapter {
  const node = openNode(endpoints)
  const memory = createTokenCache(node)
  return {
    network: 'sui',
    holderSource: 'listed',
    probe: (signal) => probe(node, signal),
    head: (signal) => newest(node, signal),
    token: async (address, at, signal) => {
      const info = await readToken(node, address, at, signal)
      if (info !== null) memory.born(address, info.createdBlock)
      return info
    },
    async *transfers(token, from, to, signal) {
      const accounts = await memory.accounts(token, await readCheckpoint(node, to, signal), signal)
      yield* readTransfers(node, { token, pools: await memory.pools(token, to, signal), accounts, from, to }, signal)
    },
    async *pools(token, from, to, signal) {
      const found = await memory.pools(token, to, signal)
      yield { from, to, rows: found.filter(({ createdBlock }) => createdBlock !== null && createdBlock >= from && createdBlock <= to) }
    },
    poolsAmong: (token, candidates, _at, signal) => findPools(node, token, candidates, signal),
    trades: (pools, from, to, signal) => readTrades(node, pools, from, to, signal),
    balances: (token, wallets, _at, signal) => readBalances(node, token, wallets, signal),
    listHolders: (token, at, signal) => memory.holders(token, at, signal),
    accountKinds: (addresses, _at, signal) => readAccountKinds(node, addresses, signal),
    firstFunding: (wallet, at, signal) => readFirstFunding(node, wallet, at, signal),
    activity: (address, at, signal) => readActivity(node, address, at, signal),
    payments: (question, at, signal) => readPayments(node, question, at, signal),
    producedBlocks: () => Promise.resolve(null),
    async *follow({ token, pools, from }, signal) {
      const accounts = await memory.accounts(token, await newest(node, signal), signal)
      yield* follow({ node, token, pools, accounts, from, balances: (wallets, abort) => readBalances(node, token, wallets, abort) }, signal)
    },
    nativePrice: (at, signal) => readNativePrice(node, at, signal),
    security: (question, at, signal) => readSuiSecurity(node, question, at, signal),
    close() {
      node.grpc.close()
      return Promise.resolve()
    },
  }
}

function openNode(endpoints: readonly string[]): SuiNode {
  const sources = endpoints.map(parseSuiEndpoint)
  const serving = (what: SuiEndpoint['serves']): SuiEndpoint[] => sources.filter(({ serves }) => serves === what)
  const grpc = createGrpcClient(serving('grpc'), Math.random)
  return { grpc, graphql: createGraphqlClient(serving('graphql'), Math.random), decimals: createDecimals(grpc) }
}

const newest = async (node: SuiNode, signal: AbortSignal): Promise<BlockRef> =>
  readCheckpoint(node, (await readServiceInfo(node, signal)).head, signal)

async function probe(node: SuiNode, signal: AbortSignal): Promise<Capabilities> {
  const { head, firstAvailable: firstKept } = await readServiceInfo(node, signal)
  return { head, archive: firstKept === null ? null : firstKept === 0, traces: null, simulate: null, logsMaxRange: null }
}

/** The newest whole balances, coins and address balance together; the ledger keeps no older ones to ask for here. */
async function readBalances({ grpc }: SuiNode, token: Address, wallets: readonly Address[], signal: AbortSignal): Promise<Holding[]> {
  const read = await inParallel(wallets, BALANCES_AT_ONCE, async (address): Promise<Holding[]> => {
    const { balance } = await grpc.unary(
      'getBalance',
      (client, options) => client.stateService.getBalance({ owner: address, coinType: token }, options),
      signal,
    )
    return balance?.balance === undefined ? [] : [{ address, raw: balance.balance, verified: true }]
  })
  return read.flat()
}

/** An address that is an object or package is code; any other is a person's key (engine.md §1.1). */
async function readAccountKinds(node: SuiNode, addresses: readonly Address[], signal: AbortSignal): Promise<Map<Address, AccountKind>> {
  const objects = await readObjects(node, addresses, signal)
  return new Map(addresses.map((address) => [address, objects.has(address) ? 'contract' : 'wallet']))
}
