import type { Address, TokenKey } from '../../src-shared/domain/address.ts'
import { isBoughtForOther, type TradeFact } from '../../src-shared/domain/events.ts'
import type { Activity } from '../../src-shared/domain/token.ts'
import type { StoreReads } from '../store/interface.ts'

/** Wallets that signed buys for others. Their activity shows which of them are services, such as relayers and solvers (docs/detection.md#hubs). */
export class Relayers {
  readonly #known = new Set<Address>()
  #unread: Address[] = []
  #activity: readonly Activity[] = []

  /** @param trades each trade of the token once */
  add({ address }: TokenKey, trades: readonly TradeFact[]): void {
    for (const trade of trades) {
      if (!isBoughtForOther(trade, address) || this.#known.has(trade.signer)) continue
      this.#known.add(trade.signer)
      this.#unread.push(trade.signer)
    }
  }

  /** The stored activity of `others` and of these wallets, each once; `others` itself if these have none. */
  withActivity(reads: StoreReads, { network }: TokenKey, others: readonly Activity[]): readonly Activity[] {
    if (this.#unread.length > 0) this.#activity = [...this.#activity, ...reads.activity({ network, addresses: this.#unread })]
    this.#unread = []
    if (this.#activity.length === 0) return others
    const named = new Set(others.map(({ address }) => address))
    return [...others, ...this.#activity.filter(({ address }) => !named.has(address))]
  }
}
