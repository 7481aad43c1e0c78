import type { ChainEvent } from '../../../src-shared/domain/events.ts'
import { countOf } from '../../../src-shared/domain/shown.ts'
import { NETWORKS, type NetworkFamily, type NetworkId } from '../../../src-shared/networks.ts'
import { decodeSolanaAnswer, isSolanaAnswer, type AnswerHints } from '../../chains/solana/decode/answers.ts'
import { decodeSuiAnswer, isSuiAnswer } from '../../chains/sui/decode/recorded-answers.ts'
import { decodeEvmPair, isComplete, isEvmAnswer, pairEvmAnswers, type EvmHalves } from './evm-pairs.ts'
import { parseJson } from '../json/read-json.ts'
import { importError } from '../errors.ts'
import { findSlotInName } from './slot-in-name.ts'

/** Decodes recorded answers of one network, one by one. An EVM transaction and its receipt may be in different files. */
export interface AnswerDecoder {
  /**
   * @param text of one JSON value
   * @param name of the file: recorders put a block's slot into it, because the answer does not name it
   * @throws SyntaxError when the text is not JSON
   * @throws AppError `validation_error` when the value is not an answer of this network
   */
  read(text: string, name: string): readonly ChainEvent[]
  /** A sentence about what is missing after the last file; null if nothing is. */
  end(): string | null
}

/** With `trades`, data that trades do not need is not decoded, if that saves time. */
export type Wanted = 'trades' | 'everything'

const DECODERS: Readonly<Record<NetworkFamily, (network: NetworkId, wanted: Wanted) => AnswerDecoder>> = {
  evm: evmDecoder,
  solana: (_network, wanted) => solanaDecoder(wanted),
  sui: () => wholeAnswers('Sui transaction', isSuiAnswer, decodeSuiAnswer),
}

export function answerDecoder(network: NetworkId, wanted: Wanted): AnswerDecoder {
  return DECODERS[NETWORKS[network].family](network, wanted)
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
      if (!fits(value)) throw importError(`The file contains no ${what} answer.`)
      return decode(value, name).events
    },
    end: () => null,
  }
}

/** The answer of a node that does not know the transaction. */
function isUnknownTransaction(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'jsonrpc' in value && 'result' in value && value.result === null
}

function evmDecoder(network: NetworkId): AnswerDecoder {
  let waiting: readonly EvmHalves[] = []
  return {
    read(text) {
      const value = parseJson(text)
      if (isUnknownTransaction(value)) return []
      if (!isEvmAnswer(value)) throw importError('The file contains no EVM transaction or receipt answer.')
      const pairs = pairEvmAnswers([value], waiting)
      const whole = pairs.filter(isComplete)
      waiting = pairs.filter((pair) => !isComplete(pair))
      return whole.flatMap((pair) => decodeEvmPair(network, pair))
    },
    end() {
      const [first] = waiting
      return first === undefined
        ? null
        : `${countOf(waiting.length, 'EVM answer is missing its', 'EVM answers are missing their')} other half (transaction or receipt); the first is ${first.hash}.`
    },
  }
}
