import type { ChainEvent } from '../../src-shared/domain/events.ts'
import { countOf } from '../../src-shared/domain/shown.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import { decodeEvmTransaction } from '../chains/evm/decode/decode-transaction.ts'
import { decodeSolanaAnswer, isSolanaAnswer } from '../chains/solana/answers.ts'
import { decodeSuiAnswer, isSuiAnswer } from '../chains/sui/decode/recorded-answers.ts'
import { findNetworkByChainId, pairEvmAnswers, readBlockTime, type EvmHalves } from './evm-halves.ts'
import type { AnswersPlan } from './plans.ts'
import { importError } from './refuse.ts'
import { findSlotInName } from './slot-hint.ts'

export interface AnswersInput {
  /** As {@link readJsonValues} gives them. */
  readonly values: readonly unknown[]
  /** For EVM answers that carry no chain id. */
  readonly network: NetworkId | null
  /** File name: recorders put the slot of a block into it, which the answer itself does not tell. */
  readonly name: string
  /** Halves left over from files before. */
  readonly waiting: readonly EvmHalves[]
}

/** Networks whose answers tell a transaction whole; an EVM one comes in two halves. */
const WHOLE_ANSWERS = [
  { is: isSolanaAnswer, decode: (value: unknown, name: string) => decodeSolanaAnswer(value, { slot: findSlotInName(name) }) },
  { is: isSuiAnswer, decode: (value: unknown) => decodeSuiAnswer(value) },
] as const

/** Recorded answers of nodes to what they tell. */
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
    ...rowsOf(all, notes),
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

function readEvm(pairs: readonly EvmHalves[], asked: NetworkId | null): EvmEvents {
  const whole = pairs.filter(({ tx, receipt }) => tx !== undefined && receipt !== undefined)
  const waiting = pairs.filter(({ tx, receipt }) => tx === undefined || receipt === undefined)
  const events = whole.flatMap((pair) => {
    const network = findNetworkByChainId(pair.tx) ?? asked
    if (network === null) throw importError('The EVM answers do not carry their chain id; say the network when importing them.')
    return decodeEvmTransaction({ network, tx: pair.tx, receipt: pair.receipt, time: readBlockTime(pair), tokenInfo: () => null })
  })
  const lacking = waiting.length === 0 ? [] : [`${waiting.length} EVM answers wait for their other half (transaction or receipt); import that too.`]
  return { events, transactions: whole.length, waiting, notes: lacking }
}

function rowsOf(events: readonly ChainEvent[], notes: string[]): Pick<AnswersPlan, 'trades' | 'transfers' | 'pools' | 'skipped'> {
  const homeless = new Set(events.flatMap((event) => (event.kind === 'oddity' && event.code === 'no_slot' ? [event.tx] : [])))
  const unreadable = events.filter((event) => event.kind === 'oddity' && event.code === 'unreadable').length
  if (homeless.size > 0) notes.push(`${homeless.size} transactions do not name their slot and were left out: they have no place in the chain.`)
  if (unreadable > 0) notes.push(`Left out: ${countOf(unreadable, 'transaction')} of an unknown form.`)
  for (const event of events) if (event.kind === 'oddity' && event.code === 'slot_assumed') notes.push(event.detail)
  const placed = events.filter((event) => !('tx' in event) || !homeless.has(event.tx))
  return {
    trades: placed.filter((event) => event.kind === 'trade'),
    transfers: placed.filter((event) => event.kind === 'transfer'),
    pools: placed.filter((event) => event.kind === 'pool'),
    skipped: homeless.size + unreadable,
  }
}
