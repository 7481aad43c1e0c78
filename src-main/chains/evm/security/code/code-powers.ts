import { readFlag, unknownFlag, type Flag, type FlagId } from '../../../security/facts.ts'
import type { CodeAnswer } from '../../bytecode/analyze.ts'
import { describeFinding, functionName } from '../../bytecode/describe.ts'
import type { FindingKind } from '../../bytecode/effects/finding.ts'
import { holderOf, type Owners } from '../contract/owners.ts'
import type { Scan } from '../scan.ts'
import { analyzeInThread } from './code-thread.ts'

/** The ways to stop a sale by the flag that reports them. */
const LIMIT_FLAGS: readonly (readonly [flag: FlagId, kinds: readonly FindingKind[]])[] = [
  ['blacklist', ['list']],
  ['pausable', ['switch', 'unopened', 'closed', 'call']],
  ['anti_whale_modifiable', ['number']],
  ['tax_modifiable', ['tax', 'open_tax']],
]
const MAX_EVIDENCE = 5

/** Flags from the code alone, for endpoints without simulation (docs/scan.md#code-alone). @param code that runs: behind a proxy its logic */
export async function readCodePowers(scan: Scan, code: string, owners: Owners): Promise<Partial<Record<FlagId, Flag>>> {
  const { at } = scan
  const analysis = await analyzeInThread(code)
  if (analysis === null) return {}
  const isRenounced = owners.hasOwner && owners.owner === null
  const holder = owners.owner === null ? null : await holderOf(scan, owners.owner)
  const flagOf = ({ value, findings, unknown }: CodeAnswer): Flag => {
    if (value === null) return unknownFlag(`The code alone does not show it. ${unknown ?? ''}`.trim())
    if (!value) return readFlag(false, 'Every function of the code was explored, and none has this effect.', at.number)
    const how = findings[0] === undefined ? '' : describeFinding(findings[0])
    if (isRenounced) return unknownFlag(`${how} The owner is renounced, and whom else the code knows could not be tested.`)
    return readFlag(true, how, at.number, { holder, evidence: findings.map(({ selector }) => functionName(selector)).slice(0, MAX_EVIDENCE) })
  }
  const { mintable, takesBalances, limitsSelling } = analysis
  const limits = LIMIT_FLAGS.flatMap(([flag, kinds]): [FlagId, Flag][] => {
    const findings = limitsSelling.findings.filter(({ kind }) => kinds.includes(kind))
    // A different limit proves nothing about this flag.
    return limitsSelling.value === true && findings.length === 0 ? [] : [[flag, flagOf({ ...limitsSelling, findings })]]
  })
  return { mintable: flagOf(mintable), change_balance: flagOf(takesBalances), ...Object.fromEntries(limits) }
}
