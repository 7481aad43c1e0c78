import type { Address } from '../../../../../src-shared/domain/address.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import { ZERO_ADDRESS } from '../../encoding/zero-address.ts'
import type { SimulatedCall } from '../simulation/sandbox.ts'
import { transferFromOf } from '../liquidity/market.ts'
import { callOf, contextOf } from './trials/attempts.ts'
import { chooseTrials, hasKeys, powersIn, type Power } from './trials/choose-trials.ts'
import { compareObservations, hintsOf } from './observe/effects.ts'
import { createFinding, type Finding } from './observe/finding.ts'
import { isChanged, observePower, pickTrials, type NoticedPower, type ProbedCall } from './observe/observe-power.ts'
import type { TokenFunction } from './trials/functions.ts'
import { observe, type Observed } from './observe/observe.ts'
import { screen, type Accepted } from './trials/screen.ts'
import { OTHER, readSeed, VICTIM } from './trials/seed.ts'
import { compareReadings, runProbes } from './observe/probe.ts'
import type { Stage } from './trials/stage.ts'
import type { SingleCallChanges } from './combine/pairs.ts'
import { findCombinations, findPrivilegeTransfers } from './combine/combinations.ts'

export interface Search {
  readonly findings: readonly Finding[]
  /** What holders can do before any call but those that open trading. */
  readonly base: Observed
  /** Holders can neither buy nor sell in the market, so limits and taxes of trades show nothing. */
  readonly isClosed: boolean
  readonly privilegedCallers: ReadonlySet<Address>
  /** Functions that accepted a known caller and had no effect. */
  readonly withoutEffect: readonly { readonly name: string; readonly caller: Address; readonly open: boolean }[]
  /** Functions that were tried without a success, and of which it is unknown whether they accept a known address. */
  readonly unproven: readonly TokenFunction[]
  /** Names of other functions whose effect is unknown. */
  readonly untried: readonly string[]
  /** Functions that accepted no call, also after others, and the known address that some of them treat differently. */
  readonly rejecting: readonly TokenFunction[]
  readonly recognizing: ReadonlyMap<TokenFunction, Address>
}

/** Limits on the observed trials of all powers. The second is for tokens in which probes show little. */
const OBSERVED = 48
const OBSERVED_UNSEEN = 72
const OBSERVED_AT_ONCE = 4

/** Finds what the functions of a token can do to its holders, whatever their names are (docs/scan.md#powers). */
export async function findPowers(closed: Stage, functions: readonly TokenFunction[]): Promise<Search> {
  const [screened, plain] = await Promise.all([screen(closed, functions), observe(closed, [[]])])
  const powers = powersIn(screened.accepted)
  const chosen = chooseTrials(powers)
  const { stage, openings, prelude, base } = await openTrading(closed, { powers, chosen, plain })
  const sensed = await probeAll(stage, { chosen, prelude, base })
  const unknown = powers.filter(({ calls }) => !sensed.some(({ call, changes }) => changes !== null && calls.includes(call)))
  let left = sensed.some(({ unseen }) => unseen) ? OBSERVED_UNSEEN : OBSERVED
  const noticed = powers
    .map((power): NoticedPower => {
      const own = sensed.filter(({ call }) => power.calls.includes(call))
      return { power, own, picked: isSecondNumber(power, sensed) ? [] : pickTrials(own) }
    })
    .sort((a, b) => Number(b.own.some(isChanged)) - Number(a.own.some(isChanged)))
    .map((one) => {
      const picked = one.picked.slice(0, left)
      left -= picked.length
      if (picked.length === 0 && one.picked.length > 0) unknown.push(one.power)
      return { ...one, picked }
    })
  const observed = await mapLimited(noticed, OBSERVED_AT_ONCE, (one) => observePower(stage, { ...one, base, prelude }))
  const closings = await Promise.all(openings.map((opening) => findClosing(stage, { opening, accepted: screened.accepted, base, prelude })))
  const findings = [
    ...withoutStopsOfLimits(noticed.flatMap(({ power }, i) => (observed[i] == null ? [] : [{ power, finding: observed[i] }]))),
    ...closings.filter((closing) => closing !== null),
  ]
  const silent = new Set(noticed.flatMap(({ power }, i) => (observed[i] === null ? [power] : [])))
  const quiet = powers.filter((power) => silent.has(power) && !unknown.includes(power))
  const alone = singleCallChanges(sensed)
  const together = await findCombinations(stage, { quiet, findings, alone, closed: screened.rejecting, base, prelude })
  const all = [...findings, ...together.found].filter((one) => !isForOwners(one)).sort(byName)
  return {
    findings: all,
    base,
    isClosed: stage.market !== null && stage.seed.spend !== null && !base.victim.sell.ok && !base.victim.buy.ok,
    privilegedCallers: new Set([...screened.privilegedCallers, ...all.flatMap(({ open, caller }) => (open ? [] : [caller]))]),
    withoutEffect: quiet.flatMap(({ name, calls: [first] }) =>
      first === undefined || first.fn.reads ? [] : [{ name, caller: first.caller, open: first.open || first.shared }],
    ),
    unproven: [...new Set(screened.untried)],
    untried: [...new Set([...unknown.map(({ name }) => name), ...together.unobserved])].sort(),
    rejecting: screened.rejecting.filter((fn) => !together.opened.has(fn) && !all.some(({ names }) => names.includes(fn.name))),
    recognizing: screened.recognizing,
  }
}

/** Without keys, a function that sets a tax or a limit stops everyone by extreme values only, also where its first number looked like a key. */
function withoutStopsOfLimits(all: readonly { readonly power: Power; readonly finding: Finding }[]): Finding[] {
  const functionOf = ({ calls: [first] }: Power): string => (first === undefined || hasKeys(first.fn) ? '' : `${first.fn.selector} ${first.caller}`)
  const sets = ({ kinds }: Finding): boolean => kinds.has('tax') || kinds.has('limit') || kinds.has('wait')
  const limiting = new Set(all.flatMap(({ power, finding }) => (sets(finding) ? [functionOf(power)] : [])))
  const isExtreme = ({ kinds }: Finding): boolean => [...kinds].every((kind) => kind === 'stop' || kind === 'ban')
  return all.flatMap(({ power, finding }) => (functionOf(power) !== '' && limiting.has(functionOf(power)) && isExtreme(finding) ? [] : [finding]))
}

/** A new owner may trade on better terms. That is not a trading rule. */
const isForOwners = ({ names, kinds }: Finding): boolean =>
  names.at(-1) === 'transferOwnership(address)' && [...kinds].every((kind) => kind === 'exempt')

/** Whether an apparent key is a plain number: the function does the same without it. */
function isSecondNumber({ calls }: Power, sensed: readonly ProbedCall[]): boolean {
  const [first] = calls
  if (first === undefined || first.variant.key === '' || hasKeys(first.fn)) return false
  const changesOf = (keyed: boolean): Set<string> =>
    new Set(
      sensed
        .filter(({ call }) => call.fn === first.fn && call.caller === first.caller && (call.variant.key === '') !== keyed)
        .map(({ changes }) => changes?.join() ?? ''),
    )
  return [...changesOf(true)].every((change) => changesOf(false).has(change))
}

/** Calls without access control come first, because they are not a privilege of an owner. */
const byName = (a: Finding, b: Finding): number => Number(b.open) - Number(a.open) || (a.names.join() < b.names.join() ? -1 : 1)

/** The changes that each call causes alone. */
function singleCallChanges(sensed: readonly ProbedCall[]): SingleCallChanges {
  const byCall = Map.groupBy(sensed, ({ call }) => call)
  return (call) => byCall.get(call)?.flatMap(({ changes }) => changes ?? []) ?? []
}

/** Probes the effect of each call, and whether its caller can take the victim's tokens afterwards. */
async function probeAll(
  stage: Stage,
  { chosen, prelude, base }: { chosen: readonly Accepted[]; prelude: readonly SimulatedCall[]; base: Observed },
): Promise<ProbedCall[]> {
  const single = chosen.map((call) => ({ call, calls: [...prelude, callOf(stage, call)] }))
  const taking = chosen
    .filter(({ open, shared }) => !open && !shared)
    .map((call) => ({ call, calls: [...prelude, callOf(stage, call), transferFromOf(call.caller, stage.token, VICTIM.buyer, stage.seed.raw / 8n)] }))
  const first = await senseFrom(stage, { origin: VICTIM.buyer, trials: [...single, ...taking], prelude, base })
  // Some contracts check the transaction's origin, so failed calls run again with their caller as the origin.
  const failed = first.slice(0, single.length).filter(({ changes }) => changes === null)
  const again = await Promise.all(
    [...Map.groupBy(failed, ({ call }) => call.caller)].map(([caller, own]) => senseFrom(stage, { origin: caller, trials: own, prelude, base })),
  )
  return [...first, ...again.flat()].filter(({ changes }) => changes !== null)
}

async function senseFrom(
  stage: Stage,
  args: {
    origin: Address
    trials: readonly { call: Accepted; calls: readonly SimulatedCall[] }[]
    prelude: readonly SimulatedCall[]
    base: Observed | null
  },
): Promise<ProbedCall[]> {
  const { origin, trials, prelude, base } = args
  const [before = null, ...after] = await runProbes(stage, origin, [prelude, ...trials.map(({ calls }) => calls)])
  // Some tokens reject holders with code. Probes then cannot show that a holder is stopped, so each trial is observed with ordinary accounts.
  const blind = (['move', 'sell'] as const).some((use) => base?.victim[use].ok === true && before?.[use].ok === false)
  return trials.map(({ call, calls }, i) => {
    const sensed = after[i] ?? null
    if (before === null || sensed === null) return { call, calls, after: sensed, changes: null, unseen: false }
    const unseen = blind && !call.open && !call.shared
    return { call, calls, after: sensed, changes: compareReadings(before, sensed, call.caller === OTHER.buyer), unseen }
  })
}

/** Whether the function that opened trading by naming the pool closes it again without one. What else it sets would hide that it stops everyone. */
async function findClosing(
  stage: Stage,
  {
    opening: { fn, caller, variant },
    accepted,
    base,
    prelude,
  }: { opening: Accepted; accepted: readonly Accepted[]; base: Observed; prelude: readonly SimulatedCall[] },
): Promise<Finding | null> {
  const { pool } = contextOf(stage, caller)
  if (!variant.namesPool || pool === null) return null
  const pattern = variant.pattern.replace(pool, ZERO_ADDRESS)
  const call = accepted.find(
    (one) => one.fn === fn && one.caller === caller && one.variant.pattern === pattern && one.variant.number === variant.number,
  )
  if (call === undefined) return null
  const { kinds } = compareObservations(base, await observe(stage, [[...prelude, callOf(stage, call)]]), hintsOf(call, false))
  return kinds.has('stop') ? createFinding([fn.name], call, { kinds: new Set(['stop']), taxPct: null }, call) : null
}

/** Calls after which buyers can trade who could neither transfer nor sell before. Often one names the pool and another opens it. */
async function openTrading(
  stage: Stage,
  { powers, chosen, plain }: { readonly powers: readonly Power[]; readonly chosen: readonly Accepted[]; readonly plain: Observed },
): Promise<Opened> {
  const openings: Accepted[] = []
  let base = plain
  if (plain.victim.move.ok || plain.victim.sell.ok) return { stage, openings, prelude: [], base }
  // A pool that becomes the owner may trade, and so may everyone if the owner gives up. Neither opens trading.
  const own = powers.filter(({ calls: [first] }) => first?.open === false && !first.shared)
  const handing = new Set([...(await findPrivilegeTransfers(stage, { own, prelude: [] }))].flatMap(({ calls }) => calls))
  const possible = chosen.filter((call) => !call.open && !call.shared && !handing.has(call) && (!call.variant.namesWallet || call.variant.namesPool))
  while (openings.length < MAX_OPENINGS && !isTraded(base)) {
    const opening = await findOpening(stage, possible, openings)
    if (opening === null) break
    openings.push(opening)
    base = await observe(stage, [openings.map((one) => callOf(stage, one))])
  }
  const prelude = openings.map((one) => callOf(stage, one))
  const { sandbox, token, market } = stage
  // Only buyers show the limits in force. Some tokens stop those who buy in the block of the launch.
  const seed =
    openings.length === 0 || market === null ? null : await readSeed(sandbox, { token, market, holders: [], creator: null, before: prelude })
  const bought = seed === null ? null : { ...stage, seed }
  const baseOfBuyers = bought === null ? null : await observe(bought, [[]])
  return bought !== null && baseOfBuyers !== null && isTraded(baseOfBuyers)
    ? { stage: bought, openings, prelude: [], base: baseOfBuyers }
    : { stage, openings, prelude, base }
}

/** The state in which trading is open: either the holders bought after the openings, or `prelude` has them and must come before each trial. */
interface Opened {
  readonly stage: Stage
  readonly openings: readonly Accepted[]
  readonly prelude: readonly SimulatedCall[]
  readonly base: Observed
}

const MAX_OPENINGS = 3
const isTraded = ({ victim }: Observed): boolean => victim.move.ok && victim.sell.ok && victim.buy.ok

async function findOpening(stage: Stage, possible: readonly Accepted[], before: readonly Accepted[]): Promise<Accepted | null> {
  const prelude = before.map((one) => callOf(stage, one))
  const trials = possible.map((call) => ({ call, calls: [...prelude, callOf(stage, call)] }))
  const sensed = await senseFrom(stage, { origin: VICTIM.buyer, trials, prelude, base: null })
  const freed = ({ changes }: ProbedCall): number => changes?.filter((change) => change.endsWith('freed')).length ?? 0
  // A setting may open transfers and leave buys closed. After it, a call that names the pool comes before one that lifts limits.
  const opens = ({ changes }: ProbedCall): boolean =>
    changes !== null && (before.length === 0 ? changes.includes('move freed') : changes.includes('sell freed') || changes.includes('buy freed'))
  const namesPool = ({ call }: ProbedCall): number => Number(before.length > 0 && call.variant.namesPool)
  return sensed.filter(opens).toSorted((a, b) => namesPool(b) - namesPool(a) || freed(b) - freed(a))[0]?.call ?? null
}
