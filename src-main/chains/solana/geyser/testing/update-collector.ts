import { expect } from 'vitest'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { Pool, Trade, Transfer } from '../../../../../src-shared/domain/events.ts'
import type { LiveUpdate } from '../../../adapter.ts'

/** Collects live updates as a client would: drops rows of rolled-back slots, and replaces earlier balances. */
export class UpdateCollector {
  readonly updates: LiveUpdate[] = []
  trades: Trade[] = []
  transfers: Transfer[] = []
  pools: Pool[] = []
  readonly balances = new Map<Address, bigint>()
  readonly states: string[] = []
  emittedTo = -1
  readonly #waiting = new Set<() => void>()

  async listen(updates: AsyncIterable<LiveUpdate>): Promise<void> {
    for await (const update of updates) {
      this.#take(update)
      for (const check of this.#waiting) check()
    }
  }

  until(holds: () => boolean): Promise<void> {
    if (holds()) return Promise.resolve()
    return new Promise((resolve) => {
      const check = (): void => {
        if (!holds()) return
        this.#waiting.delete(check)
        resolve()
      }
      this.#waiting.add(check)
    })
  }

  #take(update: LiveUpdate): void {
    this.updates.push(update)
    if (update.kind === 'state') this.states.push(update.state)
    else if (update.kind === 'withdrawn') {
      this.trades = this.trades.filter((trade) => trade.position.block < update.from)
      this.transfers = this.transfers.filter((transfer) => transfer.position.block < update.from)
      this.pools = this.pools.filter(({ createdBlock }) => createdBlock === null || createdBlock < update.from)
      this.emittedTo = update.from - 1
    } else {
      if (this.emittedTo >= 0) expect(update.from).toBe(this.emittedTo + 1)
      this.emittedTo = update.to
      this.trades.push(...update.trades)
      this.transfers.push(...update.transfers)
      this.pools.push(...update.pools)
      for (const { address, raw } of update.balances) this.balances.set(address, raw)
    }
  }

  get signatures(): string[] {
    return this.trades.map((trade) => trade.tx)
  }
}

export const isLive = (collector: UpdateCollector) => (): boolean => collector.states.includes('live')
/** Whether everything that can be announced is, so nothing is missed from now on. */
export const isHearing = (collector: UpdateCollector) => (): boolean =>
  collector.updates.findLast((update) => update.kind === 'state')?.message === null && collector.states.at(-1) === 'live'
