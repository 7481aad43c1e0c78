import { trustedAddress, type Address } from '../../../src-shared/domain/address.ts'
import { NETWORK_IDS, type NetworkId } from '../../../src-shared/networks.ts'
import type { Bus } from '../../bus/interface.ts'
import type { Store } from '../../store/interface.ts'
import type { Adapters } from '../adapters.ts'
import { findToken } from '../follow/trades-watch.ts'
import type { PriceTrades } from '../../prices/pricer.ts'
import { answerOfChain, chainQuestion, type ChainCall } from './remote-whole.ts'
import type { CompletedScan, Scanner } from '../scan/scanner.ts'

/** Questions that a process that reads no chain asks of one that does. */

export const tokenQuestion = (network: NetworkId): string => `token.${network}`
const scanQuestion = (network: NetworkId): string => `scan.${network}`

export interface Answering {
  readonly bus: Pick<Bus, 'answer'>
  readonly store: Store
  readonly adapters: Adapters
  readonly scanner: Scanner
  readonly price: PriceTrades
  readonly stopping: AbortSignal
}

/** Answers for the networks that this process reads. */
export function answerQuestions({ bus, store, adapters, scanner, price, stopping }: Answering): void {
  for (const network of NETWORK_IDS.filter((one) => adapters.canRead(one))) {
    const about = (args: unknown): Address => trustedAddress(String(args))
    bus.answer(scanQuestion(network), (args) => scanner.scan({ network, address: about(args) }))
    bus.answer(chainQuestion(network), (args) => answerOfChain(adapters, network, price, args as ChainCall, stopping))
    bus.answer(tokenQuestion(network), (args) => findToken({ store, adapters }, network, about(args), stopping))
  }
}

/** Scans that a worker makes. */
export const createRemoteScanner = (bus: Pick<Bus, 'ask' | 'present'>): Scanner => ({
  canScan: (network) => bus.present().some(({ scans }) => scans.includes(network)),
  scan: async ({ network, address }) => (await bus.ask(scanQuestion(network), address)) as CompletedScan,
  close: async () => undefined,
})
