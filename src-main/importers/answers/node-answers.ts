import type { ChainEvent } from '../../../src-shared/domain/events.ts'
import { countOf } from '../../../src-shared/domain/shown.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { decodeSolanaAnswer, isSolanaAnswer } from '../../chains/solana/decode/answers.ts'
import { decodeSuiAnswer, isSuiAnswer } from '../../chains/sui/decode/recorded-answers.ts'
import { decodeEvmPair, findNetworkByChainId, isComplete, pairEvmAnswers, type EvmHalves } from './evm-pairs.ts'
import type { AnswersPlan } from '../plans.ts'
import { importError } from '../errors.ts'
import { findSlotInName } from './slot-in-name.ts'

export interface AnswersInput {
  /** From `readJsonValues`. */
  readonly values: readonly unknown[]
  /** For EVM answers without a chain id. */
  readonly network: NetworkId | null
  /** File name: recorders put a block's slot into it, because the answer does not name it. */
  readonly name: string
  /** Unpaired answers of earlier files. */
  readonly waiting: readonly EvmHalves[]
}

/** Networks with one answer per transaction. EVM networks have two. */
const WHOLE_ANSWERS = [
  { is: isSolanaAnswer, decode: (value: unknown, name: string) => decodeSolanaAnswer(value, { slot: findSlotInName(name) }) },
  { is: isSuiAnswer, decode: (value: unknown) => decodeSuiAnswer(value) },
] as const

/** Decodes recorded node answers of any network. */
export function readNodeAnswers({ values, network, name, waiting }: AnswersInput): AnswersPlan {
  const events: ChainEvent[] = []
  const notes: string[] = []
  let transactions = 0
  const others: unknown[] = []
  for (const value of values.flatMap((item) => (Array.isArray(item) ? item : [item]))) {
    const answer = WHOLE_ANSWERS.find(({ is }) => is(value))?.decode(value, name)
    if (answer === undefined) {
      others.push(value)
      continue
    }
    transactions += answer.transactions
    for (const event of answer.events) events.push(event)
  }
  const evm = readEvm(pairEvmAnswers(others, waiting), network)
  transactions += evm.transactions
  const all = [...events, ...evm.events]
  return {
    kind: 'node_answers',
    transactions,
    ...toRows(all, notes),
    waiting: evm.waiting,
    notes: [...notes, ...evm.notes],
  }
}

interface EvmEvents {
  readonly events: readonly ChainEvent[]
  readonly transactions: number
  readonly waiting: readonly EvmHalves[]
  readonly notes: readonly string[]
}

function readEvm(pairs: readonly EvmHalves[], requested: NetworkId | null): EvmEvents {
  const whole = pairs.filter(isComplete)
  const waiting = pairs.filter((pair) => !isComplete(pair))
  const events = whole.flatMap((pair) => {
    const network = findNetworkByChainId(pair.tx) ?? requested
    if (network === null) throw importError('The EVM answers do not name their chain. Choose the network when importing them.')
    return decodeEvmPair(network, pair)
  })
  const missing =
    waiting.length === 0
      ? []
      : [`${countOf(waiting.length, 'EVM answer needs its', 'EVM answers need their')} other half (transaction or receipt). Import that too.`]
  return { events, transactions: whole.length, waiting, notes: missing }
}

function toRows(events: readonly ChainEvent[], notes: string[]): Pick<AnswersPlan, 'trades' | 'transfers' | 'pools' | 'skipped'> {
  const unplaced = new Set(events.flatMap((event) => (event.kind === 'decode_warning' && event.code === 'no_slot' ? [event.tx] : [])))
  const unreadable = events.filter((event) => event.kind === 'decode_warning' && event.code === 'unreadable').length
  if (unplaced.size > 0)
    notes.push(
      `${countOf(unplaced.size, 'transaction', 'transactions')} without a slot were skipped, because their position in the chain is unknown.`,
    )
  if (unreadable > 0) notes.push(`Skipped ${countOf(unreadable, 'transaction')} of an unknown form.`)
  for (const event of events) if (event.kind === 'decode_warning' && event.code === 'slot_assumed') notes.push(event.detail)
  const placed = events.filter((event) => !('tx' in event) || !unplaced.has(event.tx))
  return {
    trades: placed.filter((event) => event.kind === 'trade'),
    transfers: placed.filter((event) => event.kind === 'transfer'),
    pools: placed.filter((event) => event.kind === 'pool'),
    skipped: unplaced.size + unreadable,
  }
}
