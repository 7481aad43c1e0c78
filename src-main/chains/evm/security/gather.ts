import { parseAbi } from 'viem'
import type { Address } from '../../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import type { BlockRef } from '../../adapter.ts'
import { openParts } from '../../security/parts.ts'
import { readFlag, unknownFlag, type Flag, type FlagId, type SecurityFacts, type SecurityQuery } from '../../security/facts.ts'
import { tokenAbi } from '../encoding/abi.ts'
import type { Node } from '../rpc/node.ts'
import { readCodePowers } from './code/code-powers.ts'
import type { Powers } from './powers/powers.ts'
import { readSeed } from './powers/trials/seed.ts'
import { exitOf, pausedBeside, taxesOf, type Exit } from './simulation/exit.ts'
import { readLiquidity } from './liquidity/liquidity.ts'
import { COIN } from './liquidity/market.ts'
import { readManagedMarkets } from './positions/managed-markets.ts'
import { deepestFirst, readMarkets, type Markets, type OpenMarket } from './liquidity/open-markets.ts'
import { ownerFlags } from './contract/owner-flags.ts'
import { readOwners, type Owners } from './contract/owners.ts'
import { probeTrade } from './simulation/probe-call.ts'
import { readProxy, type ProxyFacts } from './contract/proxy.ts'
import { findUpgrader } from './contract/upgraders.ts'
import { openSandbox, type Sandbox } from './simulation/sandbox.ts'
import { knownFunctions } from '../encoding/selectors.ts'
import { openSlots } from './contract/slots.ts'
import { besideSource, NO_SOURCE, readSource, type VerifiedSource } from './contract/source.ts'
import { readTrials } from './simulation/trials.ts'
import { TIME_LIMITS } from './time-limits.ts'
import { replayHolders, SMALLEST_MARKET, testTrade } from './simulation/trade.ts'

const REPLAYED = 5
const pausableAbi = parseAbi(['function paused() view returns (bool)'])

/** All facts about the safety of an EVM token (docs/scan.md#evm). Rejects only if the token's code cannot be read. */
export async function readEvmSecurity(
  node: Node,
  network: NetworkId,
  question: SecurityQuery & { readonly simulate: boolean | null },
  at: BlockRef,
  signal: AbortSignal,
): Promise<SecurityFacts> {
  const { token } = question
  const late = AbortSignal.timeout(TIME_LIMITS.parts)
  const timed = AbortSignal.any([signal, late])
  const parts = openParts(signal, late)
  const { partial, part } = parts
  const slots = openSlots(node, token, at, question.simulate === true)
  const proxy = await readProxy(node, token, slots, at, timed)
  const selectors = new Set([...proxy.code.selectors, ...(proxy.logic?.selectors ?? [])])
  const [owners, markets, [supply, paused]] = await Promise.all([
    part('Owner and roles', () => readOwners(node, { ...question, admin: proxy.admin, slots, at }, timed), NO_OWNERS),
    part('Pools', () => readMarkets(node, network, token, question.pools, at, timed), noMarkets(question)),
    node.multicall.read(
      [
        { to: token, abi: tokenAbi, name: 'totalSupply' },
        { to: token, abi: pausableAbi, name: 'paused' },
      ],
      at.number,
      timed,
    ),
  ])
  partial.push(...owners.notes)
  const { open, managed, closed } = markets
  if (closed > 0) partial.push(`${closed} of ${question.pools.length} pools are of a kind that this version cannot read.`)
  const kept = await part('Pools of a pool manager', () => readManagedMarkets(node, network, token, managed, at, timed), [])
  if (kept.length < managed.length)
    partial.push(`No trade can be simulated in ${managed.length - kept.length} of ${question.pools.length} pools, which belong to a pool manager.`)
  const market = [...open, ...kept].sort(deepestFirst).find(({ quoteRaw }) => quoteRaw >= SMALLEST_MARKET) ?? null
  const sandbox = question.simulate === true ? openSandbox(node, at) : null
  if (sandbox === null) partial.push('The endpoint does not support eth_simulateV1, so powers were read from the code alone.')

  const [liquidity, exit, seed, source, upgrader] = await Promise.all([
    part('Liquidity', () => readLiquidity(node, { network, token, markets, pools: question.pools, at }, timed, late), null),
    part('Trade', () => readExit({ node, sandbox, market, token, question, at }, timed), NO_EXIT),
    part(
      'A buyer',
      () =>
        sandbox === null ? Promise.resolve(null) : readSeed(sandbox, { token, market, holders: question.holders, creator: question.creator }, timed),
      null,
    ),
    part('Verified source', () => readVerified(question, proxy, at, timed), NO_SOURCE),
    part('Upgrades', () => (sandbox === null ? Promise.resolve(null) : findUpgrader(sandbox, { token, proxy, owners }, timed)), null),
  ])
  partial.push(...(liquidity?.notes ?? []))
  const traded = new Set<string>([token, ...[...open, ...kept].flatMap(({ pool, quote }) => [pool, quote])])
  const trials = {
    node,
    sandbox,
    token,
    market,
    seed,
    owners,
    proxy,
    traded,
    selectors,
    source,
    supply: typeof supply === 'bigint' ? supply : 0n,
    at,
  }
  const { powers, needs, regained } = await readTrials(trials, parts, timed)
  const code = proxy.codes.at(-1) ?? '0x'
  const fromCode = sandbox === null ? await part('Code', () => readCodePowers({ node, code, owners, at }, timed), {}) : {}
  const flags: Partial<Record<FlagId, Flag>> = {
    ...besideSource({ ...powers.flags, ...fromCode }, source),
    ...exit.flags,
    ...(await part(
      'Kinds of owners',
      () => ownerFlags(node, { proxy, owners, at, powers, hidden: powers.flags.hidden_owner, regained, upgrader }, timed),
      {},
    )),
    transfers_paused: pausedBeside(exit.flags.transfers_paused, paused, at.number),
    selfdestruct: destructFlag(proxy, at),
    external_calls: dependsFlag(needs, at),
    verified: source.verified,
  }
  return {
    readAt: { unit: 'block', number: at.number, time: at.time },
    flags,
    taxes: { ...taxesOf(exit), settablePct: powers.taxCapPct },
    exit: { score: exit.score, message: exit.message },
    liquidity: liquidity?.pools ?? null,
    simulatedWith: exit.simulatedWith,
    partial,
    raw: {
      bytecode: rawCode(proxy, selectors, at),
      owners: { ...owners, candidates: provenOwners(owners, powers), block: at.number },
      ...(source.writes === null
        ? {}
        : { source: { changes: source.writes.map(({ signature }) => signature), reads: source.reads.size, block: at.number } }),
      simulation: { trade: exit.test, setters: powers.functions, untried: powers.untried, block: at.number },
    },
    details: { family: 'evm', owner: owners.owner, implementation: proxy.implementation },
  }
}

const noMarkets = ({ pools }: SecurityQuery): Markets => ({ open: [], managed: [], closed: pools.length })
const NO_OWNERS: Owners = { owner: null, hasOwner: false, candidates: [], former: [], notes: [] }
const NO_EXIT: Exit = exitOf({ test: null, why: 'The trade could not be simulated.', replay: [], creator: null, concentrated: false, at: null })

/** The reported owner and the addresses that a function obeys; a stored address that no function obeys is not an owner. */
const provenOwners = ({ owner, candidates }: Owners, { privilegedCallers }: Powers): Address[] => [
  ...new Set([...candidates.filter((address) => address === owner || privilegedCallers.has(address)), ...privilegedCallers]),
]

/** The implementation behind a proxy is the code that runs, so its source is read too. */
async function readVerified(
  { token, source }: SecurityQuery,
  { implementation }: ProxyFacts,
  at: BlockRef,
  signal: AbortSignal,
): Promise<VerifiedSource> {
  if (source === undefined) return NO_SOURCE
  return readSource(source, implementation === null ? [token] : [token, implementation], at, signal)
}

async function readExit(
  args: { node: Node; sandbox: Sandbox | null; market: OpenMarket | null; token: Address; question: SecurityQuery; at: BlockRef },
  signal: AbortSignal,
): Promise<Exit> {
  const { node, sandbox, market, token, question, at } = args
  const none = (why: string): Exit => exitOf({ test: null, why, replay: [], creator: question.creator, concentrated: false, at: null })
  if (market === null) return none('No pool with value was found in which a trade could be simulated.')
  const sellers = [...question.holders.slice(0, REPLAYED), ...(question.creator === null ? [] : [question.creator])]
  const [test, replay] =
    sandbox === null
      ? [await probeTrade(node, market, token, at, signal), []]
      : await Promise.all([testTrade(sandbox, market, token, signal), replayHolders(sandbox, market, token, [...new Set(sellers)], signal)])
  if (test === null) return none('The endpoint supports neither eth_simulateV1 nor state overrides.')
  if (test.buys.passed === 0 && market.key !== null && market.key.hooks !== COIN)
    return none(`No plain trade passes the pool's hook ${market.key.hooks}, so the token itself could not be tested.`)
  const how = sandbox === null ? 'eth_call with overridden state' : 'eth_simulateV1'
  return exitOf({ test, why: how, replay, creator: question.creator, concentrated: market.concentrated, at: at.number })
}

function destructFlag({ code, logic }: ProxyFacts, at: BlockRef): Flag {
  const found = code.selfdestruct || (logic?.selfdestruct ?? false)
  return readFlag(found, found ? 'SELFDESTRUCT is reachable in the code.' : 'No SELFDESTRUCT is reachable in the code.', at.number)
}

function dependsFlag(needs: readonly Address[] | null, at: BlockRef): Flag {
  if (needs === null) return unknownFlag('Whether transfers need another contract could not be simulated.')
  const [first] = needs
  if (first === undefined) return readFlag(false, "Transfers succeed without any of the contracts in the token's storage.", at.number)
  return readFlag(true, `Transfers fail when ${first}, which is in the token's storage, reverts.`, at.number, { evidence: needs })
}

function rawCode(
  { kind, implementation, admin, code, logic, codes }: ProxyFacts,
  selectors: ReadonlySet<string>,
  at: BlockRef,
): Record<string, unknown> {
  return {
    block: at.number,
    bytes: (codes[0] ?? '0x').length / 2 - 1,
    proxy: kind,
    implementation,
    admin,
    functions: knownFunctions(selectors).map(({ signature }) => signature),
    selectors: selectors.size,
    delegatecall: code.delegatecall || (logic?.delegatecall ?? false),
    tx_origin: code.origin || (logic?.origin ?? false),
  }
}
