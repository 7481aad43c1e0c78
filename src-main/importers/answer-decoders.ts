import type { ChainEvent } from '../../src-shared/domain/events.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import { decodeEvmTransaction } from '../chains/evm/decode/decode-transaction.ts'
import { decodeSolanaAnswer, isSolanaAnswer, type AnswerHints } from '../chains/solana/answers.ts'
import { decodeSuiAnswer, isSuiAnswer } from '../chains/sui/decode/recorded-answers.ts'
import { isEvmAnswer, pairEvmAnswers, readBlockTime, type EvmHalves } from './evm-halves.ts'
import { parseJson } from './json-text.ts'
import { importError } from './refuse.ts'
import { findSlotInName } from './slot-hint.ts'

/** Recorded answers of one network to what they tell, one by one; halves that belong together may lie in different files. */
export interface AnswerDecoder {
  /**
   * @param text of one JSON value
   * @param name of the file: recorders put the slot of a block into it, which the answer itself does not tell
   * @throws SyntaxError when the text is no JSON
   * @throws AppError `validation_error` in one sentence when the value is no answer of this network
   */
  read(text: string, name: string): readonly ChainEvent[]
  /** A sentence about what was still missing when the files ended; null when nothing was. */
  end(): string | null
}

/** `trades` where nothing else is wanted: what they do not need is not read, where leaving it out saves anything. */
export type Wanted = 'trades' | 'everything'

const DECODERS: Readonly<Record<NetworkId, (network: NetworkId, wanted: Wanted) => AnswerDecoder>> = {
  eth: evmDecoder,
  base: evmDecoder,
  bsc: evmDecoder,
  sol: (_network, wanted) => solanaDecoder(wanted),
  sui: () => wholeAnswers('Sui transaction', isSuiAnswer, decodeSuiAnswer),
}

export function answerDecoder(network: NetworkId, wanted: Wanted): AnswerDecoder {
  return DECODERS[network](network, wanted)
}

type Decode = (value: unknown, name: string) => { readonly events: readonly ChainEvent[] }

function solanaDecoder(wanted: Wanted): AnswerDecoder {
  const hints = (name: string): AnswerHints => ({ slot: findSlotInName(name), ...(wanted === 'trades' ? { only: wanted } : {}) })
  return wholeAnswers('Solana getTransaction or getBlock', isSolanaAnswer, (value, name) => decodeSolanaAnswer(value, hints(name)))
}

function wholeAnswers(what: string, fits: (value: unknown) => boolean, decode: Decode): AnswerDecoder {
  return {
    read(text, name) {
      const value = parseJson(text)
      if (isUnknownTransaction(value)) return []
      if (!fits(value)) throw importError(`The file holds no ${what} answer.`)
      return decode(value, name).events
    },
    end: () => null,
  }
}

/** What nodes answer for a transaction they do not know. */
function isUnknownTransaction(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'jsonrpc' in value && 'result' in value && value.result === null
}

function evmDecoder(network: NetworkId): AnswerDecoder {
  let waiting: readonly EvmHalves[] = []
  return {
    read(text) {
      const value = parseJson(text)
      if (isUnknownTransaction(value)) return []
      if (!isEvmAnswer(value)) throw importError('The file holds no EVM transaction or receipt answer.')
      const pairs = pairEvmAnswers([value], waiting)
      const whole = pairs.filter(({ tx, receipt }) => tx !== undefined && receipt !== undefined)
      waiting = pairs.filter((pair) => !whole.includes(pair))
      return whole.flatMap((pair) =>
        decodeEvmTransaction({ network, tx: pair.tx, receipt: pair.receipt, time: readBlockTime(pair), tokenInfo: () => null }),
      )
    },
    end() {
      const [first] = waiting
      return first === undefined ? null : `${waiting.length} EVM answers lack their other half (transaction or receipt), the first is ${first.hash}.`
    },
  }
}
