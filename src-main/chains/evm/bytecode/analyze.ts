import { readCode } from './code/code-facts.ts'
import { exploreContract, type CodeFunction } from './execution/contract.ts'
import type { Finding } from './effects/finding.ts'
import { findLimits } from './effects/limits.ts'
import { findMints } from './effects/mint.ts'
import { isBudgetExhausted, analyzeTokenCode, type TokenCode } from './token/token-code.ts'
import { findBalanceTakes } from './effects/balance-takes.ts'
import { findAccess, type FunctionAccess } from './effects/access.ts'
import { findUnrealValues } from './effects/unreal-values.ts'
import { findCallers, type StatedCallers } from './effects/callers.ts'

/** The result of one analysis and its findings. True and false are proven by the code; null is unknown. */
export interface CodeAnswer {
  readonly value: boolean | null
  readonly findings: readonly Finding[]
  /** Why the answer is unknown; null if it is known. */
  readonly unknown: string | null
}

export interface CodeAnalysis {
  readonly mintable: CodeAnswer
  readonly limitsSelling: CodeAnswer
  readonly takesBalances: CodeAnswer
}

/**
 * Analyzes by symbolic execution what runtime code lets privileged callers do (docs/scan.md#code-alone). Pure and bounded: the same bytes give
 * the same result, and hostile code is cut off at a budget.
 *
 * @param bytes runtime code, not creation code
 */
export function analyzeCode(bytes: Uint8Array): CodeAnalysis {
  const elsewhere = forwardsTo(bytes)
  if (elsewhere !== null) return unknownAnalysis(elsewhere)
  const token = analyzeTokenCode(exploreContract(bytes))
  const why = obstacleOf(token)
  if (token.layout.balances.size === 0) return unknownAnalysis(why ?? NO_BALANCES)
  const answer = (findings: readonly Finding[]): CodeAnswer => {
    if (findings.length > 0) return { value: true, findings, unknown: null }
    const unknown = why ?? (isBudgetExhausted(token) ? 'The code has more paths than the budget allows.' : null)
    return { value: unknown === null ? false : null, findings, unknown }
  }
  // Limits are computed last because they use most of the budget. Each answer depends on the budget that is left at that point.
  const mintable = answer(distinct(findMints(token)))
  const takes = findBalanceTakes(token)
  const limits = distinct(findLimits(token))
  const takesBalances = answer(distinct([...takes, ...limits.filter(({ kind }) => kind === 'open_tax')]))
  return { mintable, limitsSelling: answer(limits), takesBalances }
}

/** Whom code obeys. */
export interface CodeAccess {
  readonly callers: StatedCallers
  /** What each function may change and whether it obeys callers that nothing lists. Empty if the code does not show the balances. */
  readonly functions: readonly FunctionAccess[]
  /** Values of a block or a transaction on which transfers depend and that a simulation does not have. */
  readonly unreal: readonly string[]
}

export function analyzeAccess(bytes: Uint8Array): CodeAccess {
  const token = analyzeTokenCode(exploreContract(bytes))
  return {
    callers: findCallers(token.contract),
    functions: token.layout.balances.size === 0 ? [] : findAccess(token),
    unreal: findUnrealValues(token),
  }
}

const NO_BALANCES = 'No balanceOf(address) that reads the storage was found, so the balances of this token cannot be identified from the code alone.'

function unknownAnalysis(unknown: string): CodeAnalysis {
  const answer: CodeAnswer = { value: null, findings: [], unknown }
  return { mintable: answer, limitsSelling: answer, takesBalances: answer }
}

function forwardsTo(bytes: Uint8Array): string | null {
  if (bytes.length === 0) return 'The code is empty.'
  const { fixedTarget } = readCode(`0x${Buffer.from(bytes).toString('hex')}`)
  return fixedTarget === null ? null : `All calls are forwarded to ${fixedTarget.address}, whose code decides.`
}

/** DELEGATECALL and CALLCODE run the code of another contract on this one's storage. */
const FOREIGN_CODE: ReadonlySet<number> = new Set([0xf2, 0xf4])
const MAX_NAMED = 5

/** The reason why the absence of a finding proves nothing; null if it is a proof. */
function obstacleOf({ functions }: TokenCode): string | null {
  const foreign = functions.filter(({ graph, anyCaller }) =>
    graph.blocks.some(
      ({ id, effects }) => anyCaller.successful.has(id) && effects.some((effect) => effect.kind === 'call' && FOREIGN_CODE.has(effect.opcode)),
    ),
  )
  if (foreign.length > 0) return `Code of another contract runs in ${namesOf(foreign)}.`
  const cut = functions.filter(({ graph }) => graph.incomplete !== null)
  return cut.length === 0 ? null : `Not explored to the end: ${namesOf(cut)}.`
}

const namesOf = (functions: readonly CodeFunction[]): string => listed(functions.map(({ selector }) => selector ?? 'the fallback'))

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).join(', ')
  return names.length > MAX_NAMED ? `${shown} and ${names.length - MAX_NAMED} more` : shown
}

/** One finding per effect, function and location, because transfer and transferFrom usually share their checks. */
function distinct(findings: readonly Finding[]): Finding[] {
  const seen = new Map(findings.map((one) => [`${one.kind} ${one.selector} ${one.location}`, one]))
  return [...seen.values()]
}
