import type { Balance } from '../../src-shared/domain/token.ts'
import { compareHoldings, partitionPoint } from '../detectors/math/order.ts'

/** The balances of a token, updated in time proportional to the changes. */
export class RankedHoldings {
  /** Largest first. A new list after each change, in which unchanged rows keep their identity. */
  rows: readonly Balance[]
  readonly #byAddress: Map<string, Balance>

  /** @param rows above zero, largest first, ties by address */
  constructor(rows: readonly Balance[]) {
    this.rows = rows
    this.#byAddress = new Map(rows.map((row) => [row.address, row]))
  }

  /** @param changed each wallet once; zero if it no longer holds any */
  update(changed: readonly Balance[]): void {
    const moved = changed.filter(({ address, raw }) => raw !== (this.#byAddress.get(address)?.raw ?? 0n))
    if (moved.length === 0) return
    const rows = [...this.rows]
    const rankOf = (row: Balance): number => partitionPoint(rows, (other) => compareHoldings(other, row) < 0)
    for (const row of moved) {
      const before = this.#byAddress.get(row.address)
      if (before !== undefined) rows.splice(rankOf(before), 1)
      this.#byAddress.delete(row.address)
      if (row.raw === 0n) continue
      rows.splice(rankOf(row), 0, row)
      this.#byAddress.set(row.address, row)
    }
    this.rows = rows
  }
}
