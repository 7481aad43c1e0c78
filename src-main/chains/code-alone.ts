import { NETWORKS, type NetworkId } from '../../src-shared/networks.ts'
import { AppError } from '../lib/app-error.ts'
import { analyzeCode, type CodeAnswer } from './evm/bytecode/analyze.ts'
import { describeFinding } from './evm/bytecode/describe.ts'
import { readCodeText } from './evm/bytecode/code/code-text.ts'

/** Where in the code a flag comes from. */
export interface CodeReason {
  /** Selector of the function; null for the fallback or if no function is needed. */
  readonly function: string | null
  /** Storage slot, hexadecimal, with `.k` for each mapping and `[]` for each array; null if none is involved. */
  readonly slot: string | null
  readonly text: string
}

/** What the code alone shows about a token (docs/scan.md#code-alone). Null means unknown, with the reason. */
export interface CodeReport {
  readonly mintable: boolean | null
  readonly limits_selling: boolean | null
  readonly takes_balances: boolean | null
  readonly reasons: Readonly<Record<'mintable' | 'limits_selling' | 'takes_balances', readonly CodeReason[]>>
  /** The file held creation code; its runtime part was scanned. */
  readonly creation_code: boolean
}

/** @throws AppError for a network without EVM code, and for text that is not code */
export function scanCode(network: NetworkId, text: string): CodeReport {
  const { family, name } = NETWORKS[network]
  if (family !== 'evm') throw new AppError('unsupported_network', { message: `Code alone can be scanned on EVM networks only, not on ${name}.` })
  const input = readCodeText(text)
  if ('error' in input) throw new AppError('validation_error', { message: input.error })
  const { mintable, limitsSelling, takesBalances } = analyzeCode(input.bytes)
  return {
    mintable: mintable.value,
    limits_selling: limitsSelling.value,
    takes_balances: takesBalances.value,
    reasons: { mintable: reasonsOf(mintable), limits_selling: reasonsOf(limitsSelling), takes_balances: reasonsOf(takesBalances) },
    creation_code: input.isCreation,
  }
}

function reasonsOf({ value, findings, unknown }: CodeAnswer): CodeReason[] {
  if (value === false) return [{ function: null, slot: null, text: 'Every function was explored to its end, and none has this effect.' }]
  if (unknown !== null) return [{ function: null, slot: null, text: unknown }]
  return findings.map((finding) => ({ function: finding.selector, slot: finding.location, text: describeFinding(finding) }))
}
