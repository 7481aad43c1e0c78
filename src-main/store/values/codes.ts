import type { NetworkId } from '../../../src-shared/networks.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import type { Confidence, TradeSource } from '../../../src-shared/domain/events.ts'

/** Integer codes of enumerations in the large tables. They are stored: add codes, never renumber them. */

export const NETWORK_CODE: Readonly<Record<NetworkId | 'evm', number>> = { sol: 1, eth: 2, base: 3, bsc: 4, sui: 5, evm: 6 }
const NETWORK_OF_CODE: ReadonlyMap<number, NetworkId> = new Map(Object.values(NETWORKS).map((row) => [NETWORK_CODE[row.id], row.id]))

export function networkOfCode(code: number): NetworkId {
  const network = NETWORK_OF_CODE.get(code)
  if (network === undefined) throw new Error(`the store has no network ${code}`)
  return network
}

const SOURCES: readonly TradeSource[] = ['event', 'transfers', 'balances']
const CONFIDENCES: readonly Confidence[] = ['sure', 'likely', 'guess']

export const sourceCode = (source: TradeSource): number => SOURCES.indexOf(source)
export const confidenceCode = (confidence: Confidence): number => CONFIDENCES.indexOf(confidence)

export function sourceOfCode(code: number): TradeSource {
  return SOURCES[code] ?? unknownCode('trade source', code)
}

export function confidenceOfCode(code: number): Confidence {
  return CONFIDENCES[code] ?? unknownCode('confidence', code)
}

function unknownCode(what: string, code: number): never {
  throw new Error(`the store has no ${what} ${code}`)
}
