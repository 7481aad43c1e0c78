import type { Address } from '../../../src-shared/domain/address.ts'
import type { AccountKind, Holding } from '../../../src-shared/domain/token.ts'
import type { AdapterOptions, BlockRef, Capabilities, ChainAdapter } from '../adapter.ts'
import { inParallel } from '../ask.ts'
import { readTrades, readTransfers } from './activity.ts'
import { openDecimals } from './decimals.ts'
import { follow } from './follow.ts'
import { readFirstFunding } from './funding.ts'
import { openGraphql } from './graphql.ts'
import { openGrpc } from './grpc.ts'
import { openMemory } from './memory.ts'
import { readNativePrice } from './native-price.ts'
import { checkpoint, readObjects, serviceInfo, type SuiNode } from './node.ts'
import { readActivity, readPayments } from './payments.ts'
import { poolsAmong } from './pools.ts'
import { readSuiSecurity } from './security/gather.ts'
import { readSource, type Source } from './source.ts'
import { readToken } from './token.ts'

const BALANCES_AT_ONCE = 8

/** Reads Sui from gRPC endpoints, with GraphQL beside them for what only it can list. */
export function createSuiAdapter({ endpoints }: AdapterOptions): ChainAdapter {
  const node = openNode(endpoints)
  const memory = openMemory(node)
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
      const accounts = await memory.accounts(token, await checkpoint(node, to, signal), signal)
      yield* readTransfers(node, { token, pools: await memory.pools(token, to, signal), accounts, from, to }, signal)
    },
    async *pools(token, from, to, signal) {
      const found = await memory.pools(token, to, signal)
      yield { from, to, rows: found.filter(({ createdBlock }) => createdBlock !== null && createdBlock >= from && createdBlock <= to) }
    },
    poolsAmong: (token, candidates, _at, signal) => poolsAmong(node, token, candidates, signal),
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
  const sources = endpoints.map(readSource)
  const serving = (what: Source['serves']): Source[] => sources.filter(({ serves }) => serves === what)
  const grpc = openGrpc(serving('grpc'), Math.random)
  return { grpc, graphql: openGraphql(serving('graphql'), Math.random), decimals: openDecimals(grpc) }
}

const newest = async (node: SuiNode, signal: AbortSignal): Promise<BlockRef> => checkpoint(node, (await serviceInfo(node, signal)).head, signal)

async function probe(node: SuiNode, signal: AbortSignal): Promise<Capabilities> {
  const { head, firstKept } = await serviceInfo(node, signal)
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
