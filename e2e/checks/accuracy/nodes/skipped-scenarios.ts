import { BRIDGE_CATCHES, BRIDGE_TRAPS } from '../bridge-scenarios.ts'
import { CONTRACT_CATCHES, CONTRACT_TRAPS } from '../contract-scenarios.ts'
import { CURVE_CATCHES, CURVE_TRAPS } from '../curve-scenarios.ts'
import { CLOSED_LAUNCHES, UNISWAP_VENUES } from '../opening-scenarios.ts'
import { DISPERSE_CATCHES, DISPERSE_TRAPS } from '../disperse-scenarios.ts'
import { OPERATION_CATCHES, OPERATION_TRAPS } from '../operation-scenarios.ts'
import { SENDING_CATCHES, SENDING_TRAPS } from '../sending-scenarios.ts'
import { TEAM_CATCHES, TEAM_TRAPS } from '../team-scenarios.ts'
import { seeded } from '../script.ts'
import { TAX_CATCHES, TAX_TRAPS } from '../tax-scenarios.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'

/** Networks with a test node, one of each family. */
export type NodeNetwork = Extract<NetworkId, 'sol' | 'eth' | 'sui'>
export const NODE_NETWORKS: readonly NodeNetwork[] = ['sol', 'eth', 'sui']

const NO_TAX = 'a token of this network has no code that could take a tax'
const TAXED = Object.fromEntries([...TAX_TRAPS, ...TAX_CATCHES].map(({ name }) => [name, NO_TAX]))
const EMPTY_POOL = 'a pool that was created empty four blocks before its liquidity'
const V3_OR_V4 = Object.fromEntries(UNISWAP_VENUES.map(({ name }) => [name, 'a pool of the test node holds its own tokens and is created with them']))
const CLOSED = Object.fromEntries(CLOSED_LAUNCHES.map(({ name }) => [name, 'a token of this network has no code that could refuse a buy']))
const THROUGH_CONTRACT = [...DISPERSE_CATCHES, ...DISPERSE_TRAPS].filter((scenario) => scenario.build(seeded(1)).contracts.length > 0)
const NO_CONTRACT = Object.fromEntries(THROUGH_CONTRACT.map(({ name }) => [name, 'the test node has no program that passes tokens on']))
const SENT = Object.fromEntries(
  [...SENDING_CATCHES, ...SENDING_TRAPS].map(({ name }) => [name, 'transactions of this network have no gas settings and nonces']),
)
const OPERATED = Object.fromEntries([...OPERATION_CATCHES, ...OPERATION_TRAPS].map(({ name }) => [name, 'ERC-4337 is of EVM networks']))
const THROUGH_OWNED = Object.fromEntries(
  [...CONTRACT_CATCHES, ...CONTRACT_TRAPS].map(({ name }) => [name, 'the test node has no contracts that keep tokens']),
)
const ON_CURVE = Object.fromEntries([...CURVE_CATCHES, ...CURVE_TRAPS].map(({ name }) => [name, 'the test node has no launchpad']))
const NO_PAYOUT = 'the test node has no program that pays out of its own account'
const BRIDGED = Object.fromEntries([...BRIDGE_CATCHES, ...BRIDGE_TRAPS].filter(({ family }) => family === 'evm').map(({ name }) => [name, NO_PAYOUT]))
const OF_SUI = Object.fromEntries(
  [...TEAM_CATCHES, ...TEAM_TRAPS].filter(({ family }) => family === 'sui').map(({ name }) => [name, 'capabilities are of Sui']),
)
const FUNDED_AT_ONCE = 'the test node creates a pool with its liquidity'
const MANY = 'minutes of transactions one by one'

/** Scenarios that are not played on a node, by name, with the reason. Printed into docs/accuracy.md. */
export const SKIPPED: Readonly<Record<NodeNetwork, Readonly<Record<string, string>>>> = {
  sol: {
    ...TAXED,
    ...V3_OR_V4,
    ...CLOSED,
    ...NO_CONTRACT,
    ...SENT,
    ...OPERATED,
    ...THROUGH_OWNED,
    ...ON_CURVE,
    ...BRIDGED,
    ...OF_SUI,
    [EMPTY_POOL]: FUNDED_AT_ONCE,
    'sold to a stranger for dollar coins': 'the test node has no dollar coin',
    'a contract drops tokens on hundreds': NO_PAYOUT,
    'a mixer that no list knows': NO_PAYOUT,
    'a wallet gives tokens to hundreds, some each day': MANY,
    'an airdrop to hundreds of wallets, passed on to one': MANY,
    'bought in the creating transaction': 'mint, pool and buy are transactions of their own on the test node, in one slot',
    'bought in one transaction': 'more swaps than fit into one transaction of 1,232 bytes',
    'a relayer that no list knows buys for strangers': 'more swaps than fit into one transaction of 1,232 bytes',
    'several wallets in one transaction': 'more swaps than fit into one transaction of 1,232 bytes',
    'one bundled user operation buys for ten': 'more swaps than fit into one transaction of 1,232 bytes',
    'wages paid in one transaction to wallets of old': 'more payments than fit into one transaction of 1,232 bytes',
    'one wallet pays hundreds equal amounts, and they buy': `${MANY}; all pairs were found when it was played`,
  },
  eth: {
    ...OF_SUI,
    'bought in the creating transaction': 'the test contract cannot create a token, its pool and buy in one transaction',
  },
  sui: {
    ...TAXED,
    ...V3_OR_V4,
    ...CLOSED,
    ...NO_CONTRACT,
    ...SENT,
    ...OPERATED,
    ...THROUGH_OWNED,
    ...ON_CURVE,
    ...BRIDGED,
    [EMPTY_POOL]: FUNDED_AT_ONCE,
    'sold to a stranger for dollar coins': 'the test node has no dollar coin',
    'a contract drops tokens on hundreds': 'on Sui an object sends nothing by itself: a wallet signs',
    'a mixer that no list knows': 'on Sui an object sends nothing by itself: a wallet signs',
    'bought in the creating transaction': 'a coin cannot be traded in the transaction that publishes its type',
  },
}

const CASH_DESK = 'a cash desk that no list knows takes coin from many'
const OTHERS_PAYMENTS = 'what others than holders pay a service is not read; on a live chain the pace of its transactions shows it'

/** Scenarios whose evidence a read job does not collect, by name. They are played and left out of the sum. */
export const NOT_READ: Readonly<Record<NodeNetwork, Readonly<Record<string, string>>>> = {
  sol: { [CASH_DESK]: OTHERS_PAYMENTS },
  eth: { [CASH_DESK]: OTHERS_PAYMENTS },
  sui: {
    [CASH_DESK]: OTHERS_PAYMENTS,
    'a bundle behind the creation, one tip, coin from exchanges': 'Sui has no tips, and the buys are below the 5 SUI from which neighbours count',
  },
}
