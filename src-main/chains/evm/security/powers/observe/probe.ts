import { encodeFunctionData } from 'viem'
import type { Address } from '../../../../../../src-shared/domain/address.ts'
import { NATIVE } from '../../../../../../src-shared/domain/events.ts'
import { tokenAbi } from '../../../encoding/abi.ts'
import { balanceIn, saleOf, sellOf, transferOf } from '../../liquidity/market.ts'
import type { SimulatedCall } from '../../simulation/sandbox.ts'
import { VICTIM, OTHER } from '../trials/seed.ts'
import { LAST_RECEIVER, runTrials, type Stage } from '../trials/stage.ts'
import { READER, type CallResult, type Program, type TrialResult } from '../trials/trial-runner.ts'

/**
 * Balances of holders after a trial and whether they could trade, all read within one transaction. Holders have the code of `Forwarder` here,
 * so changes that a probe shows are observed again with ordinary accounts.
 */
export interface ProbeReading {
  readonly supply: bigint | null
  readonly owner: bigint | null
  readonly victim: bigint | null
  readonly other: bigint | null
  readonly pool: bigint | null
  readonly quote: bigint | null
  /** Sum of the balances of the callers, both holders, the pool and the token. */
  readonly known: bigint
  readonly move: ProbedUse
  /** A second transfer, by the receiver of the first. */
  readonly again: ProbedUse
  readonly sell: ProbedUse
  readonly buy: ProbedUse
  /** A buy by the other holder of an amount that a limit refuses. */
  readonly refused: ProbedUse
  /** A transfer to a concentrated pool, which refuses taxed sells. */
  readonly give: ProbedUse
}

/** Whether a use of the token succeeded, and how much arrived. */
export interface ProbedUse {
  readonly ok: boolean
  readonly got: bigint
}

/** A simulated call has 15,000,000 gas, and a trial with its probes uses about 600,000. */
const TRIALS_PER_CALL = 20

const balanceOf = (token: Address, of: Address): SimulatedCall => balanceIn(token, of, READER)
const reads = (token: Address, functionName: 'totalSupply' | 'owner'): SimulatedCall => ({
  from: READER,
  to: token,
  data: encodeFunctionData({ abi: tokenAbi, functionName }),
})

/** Runs trials, each a list of calls, and probes the state after each. Null if a call of the trial failed or it could not be run. */
export async function runProbes(stage: Stage, origin: Address, trials: readonly Program[]): Promise<(ProbeReading | null)[]> {
  const probes = probesOf(stage)
  const results = await runTrials(stage, { origin, trials, probes, perCall: TRIALS_PER_CALL })
  return results.map((result) => (result === null ? null : readSense(stage, result)))
}

function probesOf({ token, market, seed, callers }: Stage): Program[] {
  const part = seed.raw / 8n
  const { buyer, second } = VICTIM
  const state = [
    reads(token, 'totalSupply'),
    reads(token, 'owner'),
    ...[buyer, OTHER.buyer, token, ...(market === null ? [] : [market.pool]), ...callers].map((of) => balanceOf(token, of)),
  ]
  const move = [transferOf(buyer, token, second, part), balanceOf(token, second), transferOf(second, token, LAST_RECEIVER, part / 2n)]
  if (market === null || seed.spend === null) return [state, move]
  const { pool, quote } = market
  // The native coin cannot be read by a call, so the pool's token balance is read instead.
  const paid = quote === NATIVE ? balanceOf(token, pool) : balanceOf(quote, buyer)
  const inPool = quote === NATIVE ? [] : [balanceOf(quote, pool)]
  return [
    [...state, ...inPool],
    move,
    [paid, ...saleOf(buyer, market, token, part), paid],
    [balanceOf(token, buyer), sellOf(buyer, market, quote, seed.spend.large), balanceOf(token, buyer)],
    seed.spend.refused === null
      ? []
      : [balanceOf(token, OTHER.buyer), sellOf(OTHER.buyer, market, quote, seed.spend.refused), balanceOf(token, OTHER.buyer)],
    ...(market.concentrated ? [[balanceOf(token, pool), transferOf(buyer, token, pool, part), balanceOf(token, pool)]] : []),
  ]
}

const FAILED: ProbedUse = { ok: false, got: 0n }
const wordOf = (result: CallResult | undefined): bigint | null => (result?.ok ? result.word : null)

function readSense({ market, callers }: Stage, { calls, probes }: TrialResult): ProbeReading | null {
  const [state = [], move = [], sell = [], buy = [], refused = [], give = []] = probes
  if (probes.length === 0 || calls.some(({ ok }) => !ok)) return null
  const [supply, owner, victim, other, ...rest] = state.map(wordOf)
  const pool = market === null ? null : (rest[1] ?? null)
  const balances = [victim, other, ...rest.slice(0, (market === null ? 1 : 2) + callers.length)]
  const between = ([before, use, after]: readonly CallResult[]): ProbedUse =>
    use?.ok && before?.ok && after?.ok ? { ok: true, got: after.word > before.word ? after.word - before.word : before.word - after.word } : FAILED
  return {
    supply: supply ?? null,
    owner: owner ?? null,
    victim: victim ?? null,
    other: other ?? null,
    pool,
    quote: rest.length > balances.length - 2 ? (rest.at(-1) ?? null) : null,
    known: balances.reduce<bigint>((sum, balance) => sum + (balance ?? 0n), 0n),
    move: move[0]?.ok ? { ok: true, got: wordOf(move[1]) ?? 0n } : FAILED,
    again: move[2]?.ok ? { ok: true, got: 0n } : FAILED,
    sell: between(sell.toSpliced(1, 1)),
    buy: between(buy),
    refused: between(refused),
    give: between(give),
  }
}

/**
 * Ways in which a holder is worse or better off than before; empty if nothing changed.
 *
 * @param byOther whether the second holder made the call, whose own balance then does not count
 */
export function compareReadings(before: ProbeReading, after: ProbeReading, byOther: boolean): string[] {
  const uses = (['move', 'again', 'sell', 'buy', 'refused', 'give'] as const).flatMap((name) => {
    const [was, is] = [before[name], after[name]]
    if (was.ok !== is.ok) return [`${name} ${is.ok ? 'freed' : 'stopped'}`]
    if (was.got === is.got) return []
    const [small, large] = was.got < is.got ? [was.got, is.got] : [is.got, was.got]
    return (large - small) * STEPS > large ? [`${name} ${is.got < was.got ? 'worse' : 'better'}`] : []
  })
  return [
    ...uses,
    ...(fell(after.supply, before.supply) ? ['supply raised'] : []),
    ...(fell(before.victim, after.victim) || (!byOther && fell(before.other, after.other)) ? ['balance lowered'] : []),
    ...(fell(before.pool, after.pool) && !fell(after.quote, before.quote) ? ['pool lowered'] : []),
    ...(after.supply !== null && before.known <= (before.supply ?? 0n) && after.known > after.supply ? ['balances above supply'] : []),
    ...(before.owner === 0n && after.owner !== 0n && after.owner !== null ? ['owner set'] : []),
  ]
}

/** Whether an amount fell; false if either is unknown. */
export const fell = (was: bigint | null, is: bigint | null): boolean => was !== null && is !== null && is < was

/** Differences below half a percent are rounding or price. */
const STEPS = 200n
