import type { Address } from '../../../src-shared/domain/address.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import type { AdapterOptions, ChainAdapter } from '../adapter.ts'
import { readAccountKinds } from './reading/accounts/account-kinds.ts'
import { readBuilderPayments } from './reading/launch/builder-payments.ts'
import { readGrantedRoles } from './reading/accounts/granted-roles.ts'
import { readContractDeployers, readContractOwners } from './reading/accounts/contract-owners.ts'
import { readLaunchTransactions } from './reading/launch/launch-transactions.ts'
import { readBalances, readNativeBalances } from './reading/accounts/balances.ts'
import { openAccountStates } from './rpc/accounts/account-states.ts'
import { openBalanceEvents } from './rpc/balance-events.ts'
import { openBlocks } from './rpc/blocks/blocks.ts'
import { openDecimals } from './rpc/decimals.ts'
import { openEndpoint } from './rpc/endpoint.ts'
import { followToken } from './following/follow.ts'
import { openWholeNetwork } from './following/whole-network.ts'
import { callUrl, headsTiming, openHeads, shareHeads } from './following/heads.ts'
import { socketUrl } from '../rpc/live-socket.ts'
import { readFirstFunding, readFirstFundings } from './reading/funding/first-funding.ts'
import { openFundingSources } from './rpc/accounts/funding-sources.ts'
import { openArchive } from '../archive/availability.ts'
import { logLimitNote } from './reading/logs/log-limits.ts'
import { newRangeState } from './rpc/limits/ranges.ts'
import { openMulticall } from './rpc/multicall.ts'
import { readNativePrice } from './reading/pools/native-price.ts'
import type { Node } from './rpc/node.ts'
import { readCoinPayments } from './reading/funding/coin-payments.ts'
import { readActivity, readPayments } from './reading/funding/payments.ts'
import { openSharedBalances, type SharedBalances } from './reading/funding/shared-balances.ts'
import { poolsByBehaviour, readPoolTokens } from './reading/pools/by-behaviour.ts'
import { openCrossChecks } from './proof/cross-checks.ts'
import { poolsByFactory } from './reading/pools/by-factory.ts'
import { factoriesOf } from './venues/registry.ts'
import { probeNode } from './reading/probe.ts'
import { surveyNode } from './reading/survey.ts'
import { openReceipts } from './rpc/blocks/receipts.ts'
import { openRpc } from './rpc/rpc.ts'
import { openTraces } from './rpc/blocks/traces.ts'
import { readEvmSecurity } from './security/gather.ts'
import { readToken } from './reading/token/read-token.ts'
import { readTrades } from './reading/trades/read-trades.ts'
import { findTradingSwitch } from './reading/launch/trading-switch.ts'
import { readTransfers } from './reading/transfers.ts'
import { readOnce } from '../../lib/read-once.ts'

/** Distances double: few calls find a common ancestor at most twice as far back as needed. */
const MARKS_BELOW_HEAD = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256]

/** Reads an EVM network from JSON-RPC endpoints. */
export function createEvmAdapter(options: AdapterOptions): ChainAdapter {
  const { network } = options
  const node = openNode(options)
  const nodeOnly: Node = { ...node, archive: openArchive() }
  const factories = factoriesOf(network)
  /** Probed once: what an endpoint supports does not change from job to job. */
  const probe = readOnce((signal) => probeNode(node, signal))
  const sharedBalances = new WeakMap<readonly Address[], SharedBalances>()
  const balancesOf = (group: readonly Address[]): SharedBalances => {
    const shared = sharedBalances.get(group) ?? openSharedBalances(node, group)
    sharedBalances.set(group, shared)
    return shared
  }
  const readHead = async (signal: AbortSignal): Promise<number> => (await node.blocks.head(signal)).number
  const heads = shareHeads(() => openHeads(options.endpoints.map(socketUrl), headsTiming(network), readHead))
  return {
    network,
    holderSource: 'replayed',
    tradesFrom: 'birth',
    probe,
    survey: (capabilities, signal) => surveyNode(node, callUrl(options.endpoints[0] ?? ''), capabilities, signal),
    waiting: () => node.rpc.waiting(),
    callsMade: () => node.rpc.callsMade(),
    head: (signal) => node.blocks.head(signal),
    reorganisations: {
      blockHash: async (block, signal) => (await node.blocks.linkedHeader(block, signal)).hash,
      marksBelowHead: MARKS_BELOW_HEAD,
    },
    async token(address, at, signal) {
      const token = await readToken(node, network, address, at, signal)
      if (token === null) return null
      const limit = logLimitNote(network, (await probe(signal)).logsMaxRange, token)
      return limit === null ? token : { ...token, notes: [...token.notes, limit] }
    },
    transfers: (token, from, to, signal, { source } = {}) => readTransfers(source === 'node' ? nodeOnly : node, network, token, from, to, signal),
    crossChecks: openCrossChecks(node, network),
    pools: (token, from, to, signal) => poolsByFactory(node, network, factories, token, from, to, signal),
    poolsAmong: (query, at, signal) => poolsByBehaviour(node, network, factories, query, at, signal),
    poolTokens: (address, at, signal) => readPoolTokens(node, network, address, at, signal),
    trades: (pools, from, to, signal, source) => readTrades(source === 'node' ? nodeOnly : node, network, factories, pools, from, to, signal),
    nativeBalances: (wallets, at, signal) => readNativeBalances(node, wallets, at, signal),
    balances: (token, wallets, at, signal) => readBalances(node, token, wallets, at, signal),
    accountKinds: (addresses, at, signal) => readAccountKinds(node, addresses, at, signal),
    grantedRoles: ({ token, since }, at, signal) => readGrantedRoles(node, token, since, at, signal),
    contractOwners: (contracts, at, signal) => readContractOwners(node, contracts, at, signal),
    contractDeployers: (contracts, at, signal) => readContractDeployers(node, contracts, at, signal),
    listHolders: () => Promise.reject(new Error('holders of an EVM token are replayed from its transfers')),
    firstFunding: (wallet, at, signal, guess) => readFirstFunding(node, network, { wallet, guess: guess ?? null }, at, signal),
    firstFundings: (queries, at, signal, found) => readFirstFundings(node, network, queries, at, signal, found),
    activity: (address, at, signal) => readActivity(node, address, at, signal),
    payments: (query, at, signal, group) => readPayments(node, network, query, at, signal, group === undefined ? null : balancesOf(group)),
    coinPayments: (query, at, signal) => readCoinPayments(node, network, query, at, signal),
    producedBlocks: () => Promise.resolve(null),
    builderPayments: (blocks, signal) => readBuilderPayments(node, network, blocks, signal),
    launchTransactions: (buys, signal) => readLaunchTransactions(node, buys, signal),
    tradingSwitch: (query, at, signal) => findTradingSwitch(node, factories, query, at.number, signal),
    follow: (args, signal) => followToken({ node, network, factories, heads, follow: args, signal }),
    wholeNetwork: openWholeNetwork({ node, network, factories, heads }),
    nativePrice: (at, signal) => readNativePrice(node, network, at, signal),
    security: async (query, at, signal) => readEvmSecurity({ node, network, at, signal }, { ...query, simulate: (await probe(signal)).simulate }),
    close: () => Promise.resolve(),
  }
}

function openNode({ network, endpoints, paces, archive }: AdapterOptions): Node {
  const { name, chainId } = NETWORKS[network]
  if (chainId === null) throw new Error(`${name} is not an EVM network`)
  const rpc = openRpc({ endpoints: endpoints.map((url) => openEndpoint(callUrl(url), Math.random, paces)), chainId, networkName: name })
  const multicall = openMulticall(rpc)
  const blocks = openBlocks(rpc)
  return {
    rpc,
    blocks,
    receipts: openReceipts(rpc),
    traces: openTraces(rpc),
    accounts: openAccountStates(rpc),
    multicall,
    ranges: newRangeState(),
    decimals: openDecimals(network, multicall),
    balanceEvents: openBalanceEvents(rpc, multicall, blocks),
    funding: openFundingSources(rpc),
    archive: openArchive(archive),
  }
}
