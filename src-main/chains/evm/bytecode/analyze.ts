import { readCode } from './code/code-facts.ts'
import { exploreContract, type CodeFunction } from './execution/contract.ts'
import type { Finding } from './effects/finding.ts'
import { findLimits } from './effects/limits.ts'
import { findMints } from './effects/mint.ts'
import { isExhausted, isGated, openSubject, type Subject } from './token/token-code.ts'
import { findTakes } from './effects/balance-takes.ts'

/** An answer and what it rests on. True and false are proven by the code; null names what could not be explored. */
export interface CodeAnswer {
  readonly value: boolean | null
  readonly findings: readonly Finding[]
  /** Why the answer is unknown; null where it is known. */
  readonly unknown: string | null
}

/** What a function writes, and whether a caller whom the contract does not know can make it do so. */
export interface FunctionSummary {
  readonly selector: string | null
  readonly isComplete: boolean
  readonly writes: readonly { readonly place: string; readonly isGated: boolean }[]
}

export interface CodeAnalysis {
  readonly mintable: CodeAnswer
  readonly limitsSelling: CodeAnswer
  readonly takesBalances: CodeAnswer
  readonly functions: readonly FunctionSummary[]
}

/**
 * What runtime code lets a caller do whom it knows: its owner, an address in it or one that a list in it names (docs/scan.md#code-alone). Pure
 * and bounded: the same bytes give the same answer, and hostile code ends at a budget.
 */
export function analyzeCode(bytes: Uint8Array): CodeAnalysis {
  const elsewhere = forwardsTo(bytes)
  if (elsewhere !== null) return unknownAnalysis(elsewhere)
  const subject = openSubject(exploreContract(bytes))
  const functions = subject.functions.map((called): FunctionSummary => ({
    selector: called.selector,
    isComplete: called.flow.incomplete === null,
    writes: called.writes.map(({ place, node }) => ({ place: place.id, isGated: isGated(called, node) })),
  }))
  const why = obstacleOf(subject)
  if (subject.layout.balances.size === 0) return { ...unknownAnalysis(why ?? NO_BALANCES), functions }
  const answer = (findings: readonly Finding[]): CodeAnswer => {
    if (findings.length > 0) return { value: true, findings, unknown: null }
    const unknown = why ?? (isExhausted(subject) ? 'The code has more paths than the budget allows.' : null)
    return { value: unknown === null ? false : null, findings, unknown }
  }
  // Each answer is known or unknown by the budget that is left when it was computed. Limits take the most of it.
  const mintable = answer(distinct(findMints(subject)))
  const takes = findTakes(subject)
  const limits = distinct(findLimits(subject))
  const takesBalances = answer(distinct([...takes, ...limits.filter(({ kind }) => kind === 'open_tax')]))
  return { mintable, limitsSelling: answer(limits), takesBalances, functions }
}

const NO_BALANCES = 'No balanceOf(address) that reads the storage was found, so this is no token whose code can be understood alone.'

function unknownAnalysis(unknown: string): CodeAnalysis {
  const answer: CodeAnswer = { value: null, findings: [], unknown }
  return { mintable: answer, limitsSelling: answer, takesBalances: answer, functions: [] }
}

function forwardsTo(bytes: Uint8Array): string | null {
  if (bytes.length === 0) return 'The code is empty.'
  const { fixedTarget } = readCode(`0x${Buffer.from(bytes).toString('hex')}`)
  return fixedTarget === null ? null : `All calls are forwarded to ${fixedTarget.address}, whose code decides.`
}

/** DELEGATECALL and CALLCODE run the code of another contract on this one's storage. */
const FOREIGN_CODE: ReadonlySet<number> = new Set([0xf2, 0xf4])
const MAX_NAMED = 5

/** What keeps the absence of a finding from being a proof. */
function obstacleOf({ functions }: Subject): string | null {
  const foreign = functions.filter(({ flow, anybody }) =>
    flow.nodes.some(
      ({ id, effects }) => anybody.effective.has(id) && effects.some((effect) => effect.kind === 'call' && FOREIGN_CODE.has(effect.opcode)),
    ),
  )
  if (foreign.length > 0) return `Code of another contract runs in ${namesOf(foreign)}.`
  const cut = functions.filter(({ flow }) => flow.incomplete !== null)
  return cut.length === 0 ? null : `Not explored to the end: ${namesOf(cut)}.`
}

const namesOf = (functions: readonly CodeFunction[]): string => listed(functions.map(({ selector }) => selector ?? 'the fallback'))

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).join(', ')
  return names.length > MAX_NAMED ? `${shown} and ${names.length - MAX_NAMED} more` : shown
}

/** transfer and transferFrom usually share their checks. */
function distinct(findings: readonly Finding[]): Finding[] {
  const seen = new Map(findings.map((one) => [`${one.kind} ${one.selector} ${one.place}`, one]))
  return [...seen.values()]
}
