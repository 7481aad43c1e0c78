import { WRAPPED_SOL, WRAPPED_SOL_DECIMALS } from './ids.ts'
import { amountOf, countOf, isLoose } from './raw.ts'

/** A token account as the transaction shows it. */
export interface TokenAccount {
  readonly mint: string
  /** null in old answers that leave it out. */
  owner: string | null
  /** As the node wrote them; zero where the account did not exist, or for accounts made and closed inside. */
  before: unknown
  after: unknown
}

/**
 * The token accounts of a transaction: recorded balances name most of them; those made and closed inside the transaction are
 * known by their initialisation, and the rest by the transfers that touch them.
 */
export class TokenAccounts {
  private readonly byIndex: (TokenAccount | undefined)[] = []
  private readonly decimals = new Map<string, number>([[WRAPPED_SOL, WRAPPED_SOL_DECIMALS]])

  /** Takes the rows of pre- or postTokenBalances; false when one is no balance. */
  addBalances(rows: readonly unknown[], side: 'before' | 'after'): boolean {
    for (const row of rows) {
      if (!isLoose(row) || typeof row.mint !== 'string' || !isLoose(row.uiTokenAmount)) return false
      const index = row.accountIndex
      const { amount, decimals } = row.uiTokenAmount
      if (typeof index !== 'number' || countOf(decimals) === null) return false
      const known = this.byIndex[index]
      const owner = typeof row.owner === 'string' ? row.owner : null
      if (known === undefined) {
        if (countOf(index) === null || index >= MAX_INDEX) return false
        this.byIndex[index] = { mint: row.mint, owner, before: side === 'before' ? amount : '0', after: side === 'after' ? amount : '0' }
      } else {
        known[side] = amount
        known.owner = owner ?? known.owner
      }
      this.decimals.set(row.mint, decimals as number)
    }
    return true
  }

  /** An account that the balances do not list, as an instruction names it. */
  addNamed(index: number, mint: string, owner: string | null): void {
    if (index >= 0 && this.byIndex[index] === undefined) this.byIndex[index] = { mint, owner, before: '0', after: '0' }
  }

  noteDecimals(mint: string, decimals: number): void {
    this.decimals.set(mint, decimals)
  }

  get(index: number): TokenAccount | undefined {
    return this.byIndex[index]
  }

  decimalsOf(mint: string): number | null {
    return this.decimals.get(mint) ?? null
  }

  /** Change of the recorded balance in raw units; null when it is not recorded. */
  changeOf(index: number): bigint | null {
    const account = this.byIndex[index]
    if (account === undefined) return null
    const before = amountOf(account.before)
    const after = amountOf(account.after)
    return before === null || after === null ? null : after - before
  }
}

/** Beyond every account index that a transaction can have. */
const MAX_INDEX = 1_024
