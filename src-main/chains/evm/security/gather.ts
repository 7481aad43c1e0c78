import { parseAbi } from 'viem'
import type { Address } from '../../../../src-shared/domain/address.ts'
import type { BlockRef } from '../../adapter.ts'
import { openParts } from '../../security/parts.ts'
import { readFlag, unknownFlag, type Flag, type FlagId, type SecurityFacts, type SecurityQuery } from '../../security/facts.ts'
import { tokenAbi } from '../encoding/abi.ts'
import type { CodeAccess } from '../bytecode/analyze.ts'
import type { StatedCallers } from '../bytecode/effects/callers.ts'
import { withoutEmptyAuthorities } from './code/authorities.ts'
import { readCodePowers } from './code/code-powers.ts'
import { readAccess } from './code/code-thread.ts'
import type { Powers } from './powers/powers.ts'
import { constantsIn } from './powers/trials/constants.ts'
import { readSeed } from './powers/trials/seed.ts'
import { exitOf, pausedBeside, taxesOf, type Exit } from './simulation/exit.ts'
import { readLiquidity } from './liquidity/liquidity.ts'
import { COIN, ROUTER_CODE } from './liquidity/market.ts'
import { readManagedMarkets } from './positions/managed-markets.ts'
import { deepestFirst, readMarkets, type Markets, type OpenMarket } from './liquidity/open-markets.ts'
import { ownerFlags } from './contract/owner-flags.ts'
import { readOwners, type Owners } from './contract/owners.ts'
import { probeTrade } from './simulation/probe-call.ts'
import { readProxy, type ProxyFacts } from './contract/proxy.ts'
import { findUpgrader } from './contract/upgraders.ts'
import { findNamedRouter } from './simulation/named-router.ts'
import { openSandbox, type Sandbox } from './simulation/sandbox.ts'
import { knownFunctions } from '../encoding/selectors.ts'
import { openSlots } from './contract/slots.ts'
import { besideSource, NO_SOURCE, readSource, type VerifiedSource } from './contract/source.ts'
import { readTrials } from './simulation/trials.ts'
import { readContracts, type Scan } from './scan.ts'
import { TIME_LIMITS } from './time-limits.ts'
import { replayHolders, MIN_MARKET, testTrade } from './simulation/trade.ts'

const REPLAYED = 5
const pausableAbi = parseAbi(['function paused() view returns (bool)'])

/** All facts about the safety of an EVM token (docs/scan.md#evm). Rejects only if the token's code cannot be read. */
export async function readEvmSecurity(
  { signal, ...source }: Scan,
  question: SecurityQuery & { readonly simulate: boolean | null },
): Promise<SecurityFacts> {
  const { token } = question
  const { at } = source
  const late = AbortSignal.timeout(TIME_LIMITS.parts)
  const scan: Scan = { ...source, signal: AbortSignal.any([signal, late]) }
  const parts = openParts(signal, late)
  const { partial, part } = parts
  const slots = openSlots(scan, token, question.simulate === true)
  const proxy = await readProxy(scan, token, slots)
  const constants = constantsIn(proxy.codes)
  const reading = Promise.all(proxy.codes.map((code) => readAccess(code)))
  const selectors = new Set([...proxy.code.selectors, ...(proxy.logic?.selectors ?? [])])
  const [owners, markets, [supply, paused]] = await Promise.all([
    part(
      'Owner and roles',
      async () => readOwners(scan, { ...question, ...constants, admin: proxy.admin, slots, callers: callersOf(await reading) }),
      NO_OWNERS,
    ),
    part('Pools', () => readMarkets(scan, token, question.pools), noMarkets(question)),
    readContracts(scan, [
      { to: token, abi: tokenAbi, name: 'totalSupply' },
      { to: token, abi: pausableAbi, name: 'paused' },
    ]),
  ])
  partial.push(...owners.notes)
  const { open, managed, closed } = markets
  if (closed > 0) partial.push(`${closed} of ${question.pools.length} pools are of a kind that this version cannot read.`)
  const kept = await part('Pools of a pool manager', () => readManagedMarkets(scan, token, managed), [])
  if (kept.length < managed.length)
    partial.push(`No trade can be simulated in ${managed.length - kept.length} of ${question.pools.length} pools, which belong to a pool manager.`)
  const market = [...open, ...kept].sort(deepestFirst).find(({ quoteRaw }) => quoteRaw >= MIN_MARKET) ?? null
  const sandbox = question.simulate === true ? openSandbox(scan, ROUTER_CODE) : null
  if (sandbox === null) partial.push('The endpoint does not support eth_simulateV1, so powers were read from the code alone.')

  const [liquidity, exit, seed, verified, upgrader] = await Promise.all([
    part('Liquidity', () => readLiquidity(scan, { token, markets, pools: question.pools }, late)),
    part(
      'Trade',
      async () =>
        readExit(scan, sandbox, market, { ...question, named: [...owners.candidates, ...constants.addresses], unreal: unrealIn(await reading) }),
      NO_EXIT,
    ),
    sandbox === null ? null : part('A buyer', () => readSeed(sandbox, { ...question, market })),
    part('Verified source', () => readVerified(scan, question, proxy), NO_SOURCE),
    sandbox === null ? undefined : part('Upgrades', () => findUpgrader(sandbox, { token, proxy, owners }), undefined),
  ])
  partial.push(...(liquidity?.notes ?? []))
  const traded = new Set<string>([token, ...[...open, ...kept].flatMap(({ pool, quote }) => [pool, quote])])
  const functions = (await reading).at(-1)?.functions ?? []
  const access = await part('Authorities', () => withoutEmptyAuthorities(functions, slots), functions)
  const trials = { scan, sandbox, access, token, market, seed, owners, proxy, constants, traded, selectors, source: verified }
  const { powers, needs, regained } = await readTrials({ ...trials, supply: typeof supply === 'bigint' ? supply : 0n }, parts)
  const code = proxy.codes.at(-1) ?? '0x'
  const fromCode = sandbox === null ? await part('Code', () => readCodePowers(scan, code, owners), {}) : {}
  const flags: Partial<Record<FlagId, Flag>> = {
    ...besideSource({ ...powers.flags, ...fromCode }, verified),
    ...exit.flags,
    ...(await part('Kinds of owners', () => ownerFlags(scan, { proxy, owners, powers, hidden: powers.flags.hidden_owner, regained, upgrader }), {})),
    transfers_paused: pausedBeside(exit.flags.transfers_paused, paused, at.number),
    selfdestruct: destructFlag(proxy, at),
    external_calls: dependsFlag(needs, at),
    verified: verified.verified,
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
      ...(verified.writes === null
        ? {}
        : { source: { changes: verified.writes.map(({ signature }) => signature), reads: verified.reads.size, block: at.number } }),
      simulation: { trade: exit.test, setters: powers.functions, untried: powers.untried, block: at.number },
    },
    details: { family: 'evm', owner: owners.owner, implementation: proxy.implementation },
  }
}

const callersOf = (access: readonly (CodeAccess | null)[]): StatedCallers => ({
  constants: access.flatMap((one) => one?.callers.constants ?? []),
  variables: access.flatMap((one) => one?.callers.variables ?? []),
})

const unrealIn = (access: readonly (CodeAccess | null)[]): string[] => [...new Set(access.flatMap((one) => one?.unreal ?? []))]

const noMarkets = ({ pools }: SecurityQuery): Markets => ({ open: [], managed: [], closed: pools.length })
const NO_OWNERS: Owners = { owner: null, hasOwner: false, candidates: [], former: [], read: 'nothing', notes: [] }
const NO_EXIT: Exit = exitOf({ test: null, why: 'The trade could not be simulated.', replay: [], creator: null, concentrated: false, at: null })

/** The reported owner and the addresses that a function obeys; a stored address that no function obeys is not an owner. */
const provenOwners = ({ owner, candidates }: Owners, { privilegedCallers }: Powers): Address[] => [
  ...new Set([...candidates.filter((address) => address === owner || privilegedCallers.has(address)), ...privilegedCallers]),
]

/** The implementation behind a proxy is the code that runs, so its source is read too. */
async function readVerified({ at, signal }: Scan, { token, source }: SecurityQuery, { implementation }: ProxyFacts): Promise<VerifiedSource> {
  if (source === undefined) return NO_SOURCE
  return readSource(source, implementation === null ? [token] : [token, implementation], at, signal)
}

async function readExit(
  scan: Scan,
  sandbox: Sandbox | null,
  market: OpenMarket | null,
  { token, creator, holders, named, unreal }: SecurityQuery & { readonly named: readonly Address[]; readonly unreal: readonly string[] },
): Promise<Exit> {
  const none = (why: string): Exit => exitOf({ test: null, why, replay: [], creator, concentrated: false, at: null })
  if (market === null) return none('No pool with value was found in which a trade could be simulated.')
  const sellers = [...holders.slice(0, REPLAYED), ...(creator === null ? [] : [creator])]
  const [test, replay] =
    sandbox === null
      ? [await probeTrade(scan, market, token), []]
      : await Promise.all([testTrade(sandbox, market, token), replayHolders(sandbox, market, token, [...new Set(sellers)])])
  if (test === null) return none('The endpoint supports neither eth_simulateV1 nor state overrides.')
  if (test.buys.passed === 0 && market.key !== null && market.key.hooks !== COIN)
    return none(`No plain trade passes the pool's hook ${market.key.hooks}, so the token itself could not be tested.`)
  const how = sandbox === null ? 'eth_call with overridden state' : 'eth_simulateV1'
  const isRefused = test.buys.passed > 0 && test.sells.passed === 0
  const router = isRefused && sandbox !== null ? await findNamedRouter(sandbox, market, token, named) : null
  return exitOf({ test, why: how, replay, creator, concentrated: market.concentrated, router, unreal, at: scan.at.number })
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
