import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { SecurityParts } from '../../../security/parts.ts'
import { transferDependsOn } from './depends.ts'
import { OUTSIDER } from '../liquidity/market.ts'
import type { OpenMarket } from '../liquidity/open-markets.ts'
import type { Owners } from '../contract/owners.ts'
import type { ProxyFacts } from '../contract/proxy.ts'
import type { VerifiedSource } from '../contract/source.ts'
import type { CodeConstants } from '../powers/trials/constants.ts'
import { readCode } from '../../bytecode/code/code-facts.ts'
import { LOGGED_ROLES, type FunctionAccess } from '../../bytecode/effects/access.ts'
import { decodeFunctions } from '../code/code-thread.ts'
import { doubtsOf, isUnlimited, routerDoubt } from '../powers/doubts.ts'
import { functionsOf, type TokenFunction } from '../powers/trials/functions.ts'
import { beside, reportPowers, unknownPowers, type Powers } from '../powers/powers.ts'
import { findRegain, type Regained } from '../powers/regain.ts'
import { findPowers } from '../powers/search.ts'
import { OTHER, VICTIM, type Seed } from '../powers/trials/seed.ts'
import type { Stage } from '../powers/trials/stage.ts'
import { inspectCall, inspectedCodes, inspectorCode } from '../powers/trials/trial-runner.ts'
import type { Scan } from '../scan.ts'
import { TIME_LIMITS } from '../time-limits.ts'
import { routersAmong } from './routers.ts'
import type { Sandbox } from './sandbox.ts'
import { NEXT } from './trade.ts'

interface TrialsArgs {
  readonly scan: Scan
  readonly sandbox: Sandbox | null
  readonly token: Address
  readonly market: OpenMarket | null
  readonly seed: Seed | null
  readonly owners: Owners
  readonly proxy: ProxyFacts
  readonly constants: CodeConstants
  /** What the functions of the code that runs may change; empty if it does not show that. */
  readonly access: readonly FunctionAccess[]
  /** The token itself, its pools and their quote tokens, which are not tested as dependencies of a transfer. */
  readonly traded: ReadonlySet<string>
  readonly selectors: ReadonlySet<string>
  readonly source: VerifiedSource
  readonly supply: bigint
}

export interface Trials {
  readonly powers: Powers
  /** Contracts without which a transfer fails; null when not tested. */
  readonly needs: readonly Address[] | null
  /** The address that regained ownership and the function it used; null if it was not possible, undefined when not tested. */
  readonly regained: Regained | null | undefined
}

const NO_SEED: Seed = { calls: [], raw: 0n, otherRaw: 0n, spend: null }

/** Simulated trials: the effects of the functions, contracts on which transfers depend, and whether ownership can be regained. */
export async function readTrials(args: TrialsArgs, { part }: SecurityParts): Promise<Trials> {
  const { scan, sandbox, token, seed, owners, proxy, traded, constants } = args
  if (sandbox === null) return { powers: unknownPowers('The endpoint does not support eth_simulateV1.'), needs: null, regained: undefined }
  const { addresses, words } = constants
  // The logic of a proxy, whose own address may be in its code, must keep that code: it runs in place of the proxy's. So must its beacon.
  const isCaller = (address: Address): boolean => !traded.has(address) && address !== proxy.implementation && address !== proxy.beacon
  const stored = owners.candidates.filter(isCaller)
  const callers = [...new Set([...stored, ...addresses.filter(isCaller)])]
  const puppets = [VICTIM.buyer, VICTIM.second, OTHER.buyer, OUTSIDER, ...callers, ...owners.former]
  const [codes, functions] = await Promise.all([
    part('Code of known addresses', () => readCodes(sandbox, puppets), new Map<Address, string>()),
    readFunctions(args),
  ])
  const contracts = callers.filter((address) => (codes.get(address) ?? '0x').length > 2)
  const late = performance.now() + TIME_LIMITS.powers
  const stop = (): boolean => performance.now() > late
  const stage: Stage = { ...args, sandbox, proxyAdmin: proxy.admin, seed: seed ?? NO_SEED, callers, codes, words, time: scan.at.time, stop }
  const [powers, needs, regained] = await Promise.all([
    seed === null
      ? unknownPowers('No buyer could be given tokens, so nothing could be tested.')
      : part('Powers', () => readPowers(args, stage, functions), unknownPowers('The functions could not be tried.')),
    seed === null
      ? null
      : part('Calls of other contracts', () => transferDependsOn(scan, sandbox, { token, pool: stage.market?.pool ?? null, named: contracts, seed })),
    part('Take-back', () => findRegain(stage, functions, owners), undefined),
  ])
  const asked = (needs ?? []).filter((address) => canChange(codes.get(address) ?? '0x'))
  return { powers: beside(powers, asked), needs, regained }
}

/** Whether what a contract answers can change: it has storage, or asks other contracts. */
function canChange(code: string): boolean {
  const { writes, asks, delegatecall } = readCode(code)
  return writes || asks || delegatecall
}

/** changeAdmin(address): https://github.com/OpenZeppelin/openzeppelin-contracts/blob/release-v4.8/contracts/proxy/transparent/TransparentUpgradeableProxy.sol. */
const CHANGE_ADMIN = '0x8f283970'

async function readFunctions({ proxy, selectors, source }: TrialsArgs): Promise<TokenFunction[]> {
  const decoded = await Promise.all(proxy.codes.map((code) => decodeFunctions(code)))
  const all = functionsOf(selectors, decoded.every((one) => one !== null) ? decoded.flat() : null, source)
  // An account that becomes admin can no longer use the token, but can replace its code.
  return all.filter(({ selector }) => selector !== CHANGE_ADMIN || proxy.admin === null || !proxy.code.selectors.has(CHANGE_ADMIN))
}

const TRANSFER_FROM = 'transferFrom(address,address,uint256)'

async function readPowers(args: TrialsArgs, stage: Stage, functions: readonly TokenFunction[]): Promise<Powers> {
  const { scan, proxy, owners, selectors, access } = args
  const all = await findPowers(stage, functions)
  const free = all.findings.filter((one) => one.names.join() === TRANSFER_FROM && [...one.kinds].join() === 'take')
  const pool = stage.market?.pool ?? null
  const routers = await routersAmong(
    scan,
    pool,
    free.map(({ caller }) => caller),
  )
  const found = { ...all, findings: all.findings.filter((one) => !free.includes(one) || !routers.has(one.caller)) }
  const unknown = [
    ...(proxy.kind === 'diamond' ? ['the functions of its facets'] : []),
    ...(proxy.kind === 'other' && proxy.implementation === null ? ['the functions of the code that it runs'] : []),
    ...(owners.read === 'nothing' ? ['the functions of its owner'] : []),
    ...(owners.read === 'without_logs' && LOGGED_ROLES.some((selector) => selectors.has(selector)) ? ['the functions of members of its roles'] : []),
  ]
  return reportPowers(
    scan,
    {
      ...found,
      untried: [...unknown, ...[...found.unproven.filter((fn) => isUnlimited(fn, access)).map(({ name }) => name), ...found.untried].sort()],
    },
    { owners, doubts: [...[...routers].map(routerDoubt), ...doubtsOf(found, access)] },
  )
}

async function readCodes(sandbox: Sandbox, accounts: readonly Address[]): Promise<ReadonlyMap<Address, string>> {
  const all = [...new Set(accounts)]
  const [results] = await sandbox.run([{ ...NEXT, calls: [inspectCall(OUTSIDER, all)], overrides: inspectorCode }])
  const codes = results?.[0]?.ok ? inspectedCodes(results[0].data) : []
  return new Map(all.map((address, i) => [address, codes[i] ?? '0x']))
}
