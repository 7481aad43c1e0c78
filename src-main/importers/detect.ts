import { isSolanaAnswer } from '../chains/solana/decode/answers.ts'
import { isSuiAnswer } from '../chains/sui/decode/recorded-answers.ts'
import { isEvmAnswer } from './answers/evm-pairs.ts'

/** The supported file formats, recognised by content alone. */
export type FileFormat = 'holder_map' | 'relationship_map' | 'snapshot' | 'node_answers'

/** @param values from `readJsonValues`. Returns null for any other format. */
export function detectFormat(values: readonly unknown[]): FileFormat | null {
  const [only] = values
  if (values.length === 1 && isObject(only)) {
    const form = detectMap(only)
    if (form !== null) return form
  }
  return values.some((value) => isNodeAnswer(value, MAX_BATCH_DEPTH)) ? 'node_answers' : null
}

function detectMap(value: Readonly<Record<string, unknown>>): FileFormat | null {
  if (isObject(value.nodes) && Array.isArray(value.nodes.top_holders)) return 'relationship_map'
  if (!Array.isArray(value.nodes)) return null
  if (isObject(value.token_metadata) && typeof value.timestamp === 'number') return 'snapshot'
  return Array.isArray(value.links) || Array.isArray(value.token_links) ? 'holder_map' : null
}

/** A file may be a list of batches, and a batch a list of answers. */
const MAX_BATCH_DEPTH = 2

function isNodeAnswer(value: unknown, depth: number): boolean {
  if (Array.isArray(value)) return depth > 0 && value.some((each) => isNodeAnswer(each, depth - 1))
  return isSolanaAnswer(value) || isSuiAnswer(value) || isEvmAnswer(value)
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
