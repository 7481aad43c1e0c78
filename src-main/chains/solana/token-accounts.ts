import type { AccountKeys } from './account-keys.ts'
import { WRAPPED_SOL, WRAPPED_SOL_DECIMALS } from './ids.ts'
import type { Instruction } from './instruction.ts'
import { amountOf, countOf, isLoose } from './raw.ts'

/** A token account as the transaction shows it: by its recorded balances, or by an instruction that names it. */
class TokenAccount {
  private readonly named: Pick<Balance, 'mint' | 'owner'>
  before: Balance | null = null
  after: Balance | null = null

  constructor(named: Pick<Balance, 'mint' | 'owner'>) {
    this.named = named
  }

  get mint(): string {
    return this.named.mint
  }

  /** The newest word; null in old answers that leave it out. */
  get owner(): string | null {
    return this.after?.owner ?? this.before?.owner ?? this.named.owner
  }
}

/** A row of the recorded balances. */
export interface Balance {
  /** Index of the account among the keys. */
  readonly account: number
  readonly mint: string
  readonly owner: string | null
  readonly decimals: number
  /** Whatever {@link amountOf} reads. */
  readonly amount: unknown
}

/**
 * The token accounts of a transaction: recorded balances name most of them; those made and closed inside the transaction are
 * known by their initialisation, and the rest by the transfers that touch them.
 */
export class TokenAccounts {
  private readonly byIndex: (TokenAccount | undefined)[] = []
  private readonly keys: AccountKeys
  private readonly instructions: readonly Instruction[]
  private complete = false
  private readonly balances: Balance[] = []
  /** Decimals that only transfers tell. */
  private told: Map<string, number> | null = null

  constructor(keys: AccountKeys, instructions: readonly Instruction[]) {
    this.keys = keys
    this.instructions = instructions
  }

  /** Takes the rows of pre- or postTokenBalances; false when one is no balance. */
  addBalances(rows: readonly unknown[], side: Side): boolean {
    if (rows.length > MAX_INDEX) return false
    for (const row of rows) {
      const balance = readBalance(row)
      if (balance === null) return false
      this.add(balance, side)
    }
    return true
  }

  /** Every row of the recorded balances, in the order in which they were added. */
  get recorded(): readonly Balance[] {
    return this.balances
  }

  add(balance: Balance, side: Side): void {
    const known = (this.byIndex[balance.account] ??= new TokenAccount(balance))
    known[side] = balance
    this.balances.push(balance)
  }

  /** What instructions tell of accounts that the balances leave out: made and closed inside, or only passed through. */
  nameAll(): void {
    if (this.complete) return
    this.complete = true
    for (const { operation } of this.instructions) {
      if (operation?.kind === 'account') this.name(operation.account, this.keys.at(operation.mint) ?? '', operation.owner)
      if (operation?.kind !== 'transfer') continue
      const mint = this.keys.at(operation.mint) ?? this.byIndex[operation.from]?.mint ?? this.byIndex[operation.to]?.mint
      if (mint === undefined) continue
      if (operation.decimals !== null) this.tell(mint, operation.decimals)
      this.name(operation.from, mint, this.keys.at(operation.authority) ?? null)
      this.name(operation.to, mint, null)
    }
  }

  private tell(mint: string, decimals: number): void {
    this.told ??= new Map()
    if (!this.told.has(mint)) this.told.set(mint, decimals)
  }

  private name(index: number, mint: string, owner: string | null): void {
    if (index >= 0 && this.byIndex[index] === undefined) this.byIndex[index] = new TokenAccount({ mint, owner })
  }

  get(index: number): TokenAccount | undefined {
    if (this.byIndex[index] === undefined) this.nameAll()
    return this.byIndex[index]
  }

  /** The same, as far as it is known already: not worth reading every instruction for. */
  peek(index: number): TokenAccount | undefined {
    return this.byIndex[index]
  }

  decimalsOf(mint: string): number | null {
    const recorded = this.recordedDecimals(mint)
    if (recorded !== null) return recorded
    this.nameAll()
    return this.told?.get(mint) ?? null
  }

  /** Few mints are asked for, and a transaction has few balances: looking through them is cheaper than a table of them. */
  private recordedDecimals(mint: string): number | null {
    for (let i = this.balances.length - 1; i >= 0; i--) {
      const balance = this.balances[i]
      if (balance?.mint === mint) return balance.decimals
    }
    return mint === WRAPPED_SOL ? WRAPPED_SOL_DECIMALS : null
  }

  /** Change of the recorded balance in raw units; null when it is not recorded. */
  changeOf(index: number): bigint | null {
    const account = this.byIndex[index]
    if (account === undefined) return null
    const before = amountAt(account.before)
    const after = amountAt(account.after)
    return before === null || after === null ? null : after - before
  }
}

/** Zero where the account did not exist, or for accounts made and closed inside. */
function amountAt(balance: Balance | null): bigint | null {
  return balance === null ? 0n : amountOf(balance.amount)
}

type Side = 'before' | 'after'

function readBalance(row: unknown): Balance | null {
  if (!isLoose(row) || typeof row.mint !== 'string' || !isLoose(row.uiTokenAmount)) return null
  const account = countOf(row.accountIndex)
  const { amount } = row.uiTokenAmount
  const decimals = countOf(row.uiTokenAmount.decimals)
  if (account === null || account >= MAX_INDEX || decimals === null) return null
  return { account, mint: row.mint, owner: typeof row.owner === 'string' ? row.owner : null, decimals, amount }
}

/** Beyond every account index that a transaction can have, and so beyond every number of balances. */
const MAX_INDEX = 1_024
