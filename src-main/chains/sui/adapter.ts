import type { Address } from '../../../src-shared/domain/address.ts'
import type { AccountKind, Holding } from '../../../src-shared/domain/token.ts'
import type { AdapterOptions, Capabilities, ChainAdapter, Survey } from '../adapter.ts'
import { measurePace, orUnknown } from '../rpc/survey.ts'
import { SUI_COIN } from './encoding/move-type.ts'
import { mapLimited } from '../../lib/map-limited.ts'
import { follow } from './following/follow.ts'
import type { HolderList } from './following/holder-lists.ts'
import { readHolderList } from './following/read-holder-list.ts'
import { openWholeNetwork } from './following/whole-network.ts'
import { createDecimals } from './rpc/decimals.ts'
import { readFirstFunding } from './reading/funding.ts'
import { readNativePrice } from './reading/pools/native-price.ts'
import { openListChecks } from './reading/holders/list-checks.ts'
import { readCoinPayments } from './reading/coin-payments.ts'
import { readActivity, readPayments } from './reading/payments.ts'
import { readObjectOwners, readRoles } from './reading/owners/owners.ts'
import { findPools } from './reading/pools/read-pools.ts'
import { TokenCache } from './reading/token/token-cache.ts'
import { readToken } from './reading/token/read-token.ts'
import { readTrades } from './reading/trades.ts'
import { readTransfers } from './reading/transfers.ts'
import { parseSuiEndpoint } from './rpc/endpoint.ts'
import { createGraphqlClient } from './rpc/graphql.ts'
import { createGrpcClient } from './rpc/grpc.ts'
import { cacheCheckpoints, readNewestCheckpoint, readServiceInfo, type SuiNode } from './rpc/node.ts'
import { readObjects } from './rpc/objects.ts'
import { readSuiSecurity } from './security/gather.ts'

const BALANCE_CONCURRENCY = 8

/** Reads Sui from gRPC endpoints, and uses GraphQL endpoints for data that only they can list. */
export function createSuiAdapter({ endpoints, paces }: AdapterOptions): ChainAdapter {
  const node = openNode(endpoints, paces)
  const cache = new TokenCache(node)
  const listChecks = openListChecks(node, (token, wallets, signal) => readBalances(node, token, wallets, signal))
  return {
    network: 'sui',
    holderSource: 'listed',
    tradesFrom: 'birth',
    probe: (signal) => probe(node, signal),
    survey: (_capabilities, signal) => survey(node, signal),
    waiting: () => [...node.grpc.waiting(), ...node.graphql.waiting()],
    callsMade: () => node.grpc.callsMade() + node.graphql.callsMade(),
    head: (signal) => readNewestCheckpoint(node, signal),
    token: async (address, at, signal) => {
      const info = await readToken(node, address, at, signal)
      if (info !== null) cache.setPublication(address, info.createdBlock)
      return info
    },
    async *transfers(token, from, to, signal, { team } = {}) {
      const accounts = await cache.watchedAccounts(token, team, await node.checkpoints.get(to, signal), signal)
      const pools = await cache.pools(token, to, signal)
      yield* readTransfers(node, { token, pools, accounts, nested: cache.nested(token), from, to }, signal)
    },
    async *pools(token, from, to, signal) {
      const found = await cache.pools(token, to, signal)
      yield { from, to, rows: found.filter(({ createdBlock }) => createdBlock !== null && createdBlock >= from && createdBlock <= to) }
    },
    poolsAmong: ({ token, candidates }, _at, signal) => findPools(node, token, candidates, signal),
    trades: (pools, from, to, signal) => readTrades(node, pools, from, to, signal),
    balances: (token, wallets, _at, signal) => readBalances(node, token, wallets, signal),
    nativeBalances: (wallets, _at, signal) => readBalances(node, SUI_COIN, wallets, signal),
    listChecks,
    listHolders: (token, at, signal) => cache.holders(token, at, signal),
    sampleHolders: (token, at, signal) => cache.sampleHolders(token, at, signal),
    accountKinds: (addresses, _at, signal) => readAccountKinds(node, addresses, signal),
    grantedRoles: ({ token, creator }, _at, signal) => readRoles(node, token, creator, signal),
    contractOwners: (contracts, _at, signal) => readObjectOwners(node, contracts, signal),
    firstFunding: (wallet, at, signal) => readFirstFunding(node, wallet, at, signal),
    activity: (address, at, signal) => readActivity(node, address, at, signal),
    payments: (query, at, signal) => readPayments(node, query, at, signal),
    coinPayments: (query, at, signal) => readCoinPayments(node, query, at, signal),
    producedBlocks: () => Promise.resolve(null),
    async *follow({ token, team, pools, from }, signal) {
      const read = (abort: AbortSignal): Promise<HolderList | null> => readHolderList({ node, cache, checks: listChecks }, token, abort)
      // After a restart, transfers between other accounts than the watched ones were missed.
      const first = cache.hasListed(token) ? null : await read(signal)
      const accounts = await cache.watchedAccounts(token, team, await readNewestCheckpoint(node, signal), signal)
      const balances = (wallets: readonly Address[], abort: AbortSignal): Promise<Holding[]> => readBalances(node, token, wallets, abort)
      yield* follow({ node, token, pools, accounts, nested: cache.nested(token), from, lists: { read, first }, balances }, signal)
    },
    wholeNetwork: openWholeNetwork(node),
    nativePrice: (at, signal) => readNativePrice(node, at, signal),
    security: (query, at, signal) => readSuiSecurity(node, query, at, signal),
    close() {
      node.grpc.close()
      return Promise.resolve()
    },
  }
}

function openNode(endpoints: readonly string[], paces: AdapterOptions['paces']): SuiNode {
  const { grpc: grpcEndpoints = [], graphql = [] } = Object.groupBy(endpoints.map(parseSuiEndpoint), ({ protocol }) => protocol)
  const grpc = createGrpcClient(grpcEndpoints, Math.random, paces)
  return { grpc, graphql: createGraphqlClient(graphql, Math.random, paces), decimals: createDecimals(grpc), checkpoints: cacheCheckpoints(grpc) }
}

async function probe(node: SuiNode, signal: AbortSignal): Promise<Capabilities> {
  const { head, firstAvailable } = await readServiceInfo(node, signal)
  return { head, archive: firstAvailable === null ? null : firstAvailable === 0, traces: null, simulate: null, logsMaxRange: null }
}

/** A node keeps the transactions of the checkpoints that it names as available. gRPC has no batches. */
async function survey(node: SuiNode, signal: AbortSignal): Promise<Survey> {
  const since = (await orUnknown(readServiceInfo(node, signal), signal))?.firstAvailable ?? null
  const pace = await measurePace((end) => readServiceInfo(node, end), node.grpc.waiting, signal)
  return { events: since === null ? null : { since, isCut: since > 0 }, batches: null, pace }
}

/** Newest total balances: coins and address balance together. This call does not serve older balances. */
async function readBalances({ grpc }: SuiNode, token: Address, wallets: readonly Address[], signal: AbortSignal): Promise<Holding[]> {
  const read = await mapLimited(wallets, BALANCE_CONCURRENCY, async (address): Promise<Holding[]> => {
    const { balance } = await grpc.unary('stateService', 'getBalance', { owner: address, coinType: token }, signal)
    return balance?.balance === undefined ? [] : [{ address, raw: balance.balance, verified: true }]
  })
  return read.flat()
}

/** An address that is an object or package is code. Any other is the address of a key (docs/detection.md#wallets). */
async function readAccountKinds(node: SuiNode, addresses: readonly Address[], signal: AbortSignal): Promise<Map<Address, AccountKind>> {
  const objects = await readObjects(node, addresses, signal)
  return new Map(addresses.map((address) => [address, objects.has(address) ? 'contract' : 'wallet']))
}
