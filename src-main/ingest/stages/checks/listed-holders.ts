import { countOf, grouped, shortPercent } from '../../../../src-shared/domain/shown.ts'
import type { Holding } from '../../../../src-shared/domain/token.ts'
import type { ListedHolders } from '../../../chains/adapter.ts'
import type { ListChecks } from '../../../chains/cross-checks.ts'
import { answeredOrNull } from '../../../chains/rpc/answered.ts'
import { storedToken, type StageContext } from '../stage.ts'

/** Holders whose accounts are read again at each endpoint. Half of them are the largest. Few, because figures wait for them. */
const SAMPLED = 6

interface Inspected {
  /** Why the list is wrong. Null if nothing shows that it is. */
  readonly fault: string | null
  /** Endpoints that disagree without showing which is right. */
  readonly notes: readonly string[]
}

/**
 * Compares a chain's own list of holders with the supply and with the accounts of a sample (docs/chains.md#cross-checks). A wrong list is replaced by
 * the first list of another endpoint that passes. If none passes, it counts as incomplete.
 */
export async function checkListedHolders(context: StageContext, list: ListedHolders): Promise<ListedHolders> {
  const checks = context.adapter.listChecks
  if (checks === undefined || list.holdings.length === 0) return list
  const first = await inspect(context, checks, list)
  if (first.fault === null) return { ...list, notes: [...list.notes, ...first.notes] }
  for await (const { host, list: other } of checks.listsByEndpoint(context.token.address, context.head, context.signal)) {
    if (other.holdings.length === 0 || other.complete !== list.complete) continue
    const { fault, notes } = await inspect(context, checks, other)
    if (fault === null) return { ...other, notes: [...other.notes, ...notes, `${first.fault}; the list of ${host} passes both checks and is shown.`] }
  }
  return {
    ...list,
    complete: false,
    notes: [...list.notes, `${first.fault}: holders are missing or wrong; set another endpoint and read the token again.`],
  }
}

async function inspect(context: StageContext, checks: ListChecks, list: ListedHolders): Promise<Inspected> {
  const sum = await compareSupply(context, checks, list)
  if (sum.fault !== null) return { fault: sum.fault, notes: [] }
  const sample = sampleOf(list.holdings)
  const answers =
    (await answeredOrNull(checks.contradicted(context.token.address, { ...list, holdings: sample }, context.signal), context.signal)) ?? []
  const against = answers.filter(({ holdings }) => holdings.length > 0)
  if (against.length === 0) return { fault: null, notes: [] }
  const [one] = against
  const claim = `The list of holders at block ${grouped(list.at.number)} differs from the accounts of ${one?.holdings.length ?? 0} of ${countOf(sample.length, 'holder')} at ${against.map(({ host }) => host).join(', ')}`
  if (against.length === answers.length) return { fault: claim, notes: [] }
  const others = answers.filter((answer) => !against.includes(answer)).map(({ host }) => host)
  const outcome = sum.isProven ? 'the list adds up to the supply and is shown' : 'this chain does not prove balances, so it is unknown which is right'
  return { fault: null, notes: [`${claim}, and agrees with them at ${others.join(', ')}; ${outcome}.`] }
}

/** `isProven`: the list accounts for the entire supply. */
async function compareSupply(context: StageContext, checks: ListChecks, list: ListedHolders): Promise<{ fault: string | null; isProven: boolean }> {
  const { totalSupply: before } = await storedToken(context)
  const supply = await answeredOrNull(checks.supply(context.token.address, context.signal), context.signal)
  const sum = list.holdings.reduce((total, { raw }) => total + raw, 0n)
  // If the supply changed since the token was read, it describes another state than the list.
  if (supply === null || supply.raw !== before || supply.raw === 0n) return { fault: null, isProven: false }
  const isWrong = sum > supply.raw || (list.complete && supply.isWhole && sum < supply.raw)
  if (!isWrong) return { fault: null, isProven: list.complete && supply.isWhole }
  const share = shortPercent(Number((sum * 1_000_000n) / supply.raw) / 10_000)
  return { fault: `The list of holders at block ${grouped(list.at.number)} adds up to ${share} of the supply`, isProven: false }
}

/** The largest holders, and others spread over the list. */
function sampleOf(holdings: readonly Holding[]): Holding[] {
  if (holdings.length <= SAMPLED) return [...holdings]
  const sorted = holdings.toSorted((a, b) => (a.raw === b.raw ? 0 : a.raw < b.raw ? 1 : -1))
  const half = SAMPLED / 2
  const step = (sorted.length - half) / half
  return [...sorted.slice(0, half), ...Array.from({ length: half }, (_, i) => sorted[half + Math.floor(i * step)]).filter((one) => one !== undefined)]
}
