import type { AccountKeys } from './account-keys.ts'
import { WRAPPED_SOL, WRAPPED_SOL_DECIMALS } from '../encoding/addresses.ts'
import type { Instruction } from './instruction.ts'
import type { TransferOperation } from './operations.ts'
import { parseAmount, parseCount, isJsonObject } from '../encoding/json.ts'

/** Shared, because most accounts keep their owner. */
const NO_CHANGES: readonly OwnerChange[] = []

/** A token account of a transaction, known by its recorded balances or by an instruction that names it. */
class TokenAccount {
  private readonly named: Pick<Balance, 'mint' | 'owner'>
  before: Balance | null = null
  after: Balance | null = null
  /** In execution order. */
  changes: readonly OwnerChange[] = NO_CHANGES

  constructor(named: Pick<Balance, 'mint' | 'owner'>) {
    this.named = named
  }

  get mint(): string {
    return this.named.mint
  }

  /** From the newest balance; null in old answers, which omit it. */
  get owner(): string | null {
    return this.after?.owner ?? this.before?.owner ?? this.named.owner
  }

  addChange(change: OwnerChange): void {
    this.changes = [...this.changes, change]
  }

  /** Whether it existed before the transaction, or the transaction opens it. */
  get isTraced(): boolean {
    return this.before !== null || this.changes[0]?.opens === true
  }

  /** Whether it ends without the owner that it began with, so that the transaction may close it and open it for others. */
  get mayBeReopened(): boolean {
    return this.before !== null && this.before.owner !== this.after?.owner
  }

  /** The owner after an instruction. The newest owner if the instructions do not lead to it. */
  ownerAfter(instruction: number): string | null {
    const { before, after, changes } = this
    const [first] = changes
    if (first === undefined || (after?.owner != null && after.owner !== changes.at(-1)?.owner)) return this.owner
    const newest = changes.findLast(({ index }) => index <= instruction)
    return newest?.owner ?? before?.owner ?? (first.opens ? first.owner : this.owner)
  }
}

/** An instruction that initialises an account, or gives it to another owner. */
interface OwnerChange {
  readonly index: number
  readonly owner: string | null
  readonly opens: boolean
}

/** Amounts are raw units. */
interface GivenAccount {
  readonly mint: string
  readonly from: string
  readonly before: bigint
  readonly after: bigint
}

/** A row of preTokenBalances or postTokenBalances. */
export interface Balance {
  /** Key index of the account. */
  readonly account: number
  readonly mint: string
  readonly owner: string | null
  readonly decimals: number
  /** Unvalidated. {@link parseAmount} reads it. */
  readonly amount: unknown
}

/**
 * The token accounts of a transaction. Recorded balances name most of them. Accounts opened and closed inside the transaction are
 * known by their initialisation, and all others by the transfers that touch them.
 */
export class TokenAccounts {
  private readonly byIndex: (TokenAccount | undefined)[] = []
  private readonly keys: AccountKeys
  private readonly instructions: readonly Instruction[]
  private complete = false
  /** Whether an instruction may give an account to another owner; null until first use. */
  private changing: boolean | null = null
  private readonly balances: Balance[] = []

  constructor(keys: AccountKeys, instructions: readonly Instruction[]) {
    this.keys = keys
    this.instructions = instructions
  }

  /** Adds rows of preTokenBalances or postTokenBalances. Returns false if a row is invalid. */
  addBalances(rows: readonly unknown[], side: Side): boolean {
    if (rows.length > MAX_INDEX) return false
    for (const row of rows) {
      const balance = readBalance(row)
      if (balance === null) return false
      this.add(balance, side)
    }
    return true
  }

  private add(balance: Balance, side: Side): void {
    const known = (this.byIndex[balance.account] ??= new TokenAccount(balance))
    known[side] = balance
    this.balances.push(balance)
  }

  /** Adds the accounts that only instructions name: opened and closed inside the transaction, or without a recorded balance. */
  nameAll(): void {
    if (this.complete) return
    this.complete = true
    for (const { operation, index } of this.instructions) {
      if (operation?.kind === 'account') this.name(operation.account, this.keys.at(operation.mint) ?? '', operation.owner)
      if (operation?.kind === 'account' || operation?.kind === 'owner')
        this.byIndex[operation.account]?.addChange({ index, owner: operation.owner, opens: operation.kind === 'account' })
      if (operation?.kind !== 'transfer') continue
      const mint = this.mintOf(operation)
      if (mint === undefined) continue
      this.name(operation.from, mint, this.keys.at(operation.authority) ?? null)
      this.name(operation.to, mint, null)
    }
  }

  private mintOf({ mint, from, to }: TransferOperation): string | undefined {
    return this.keys.at(mint) ?? this.byIndex[from]?.mint ?? this.byIndex[to]?.mint
  }

  private name(index: number, mint: string, owner: string | null): void {
    if (index >= 0 && this.byIndex[index] === undefined) this.byIndex[index] = new TokenAccount({ mint, owner })
  }

  get(index: number): TokenAccount | undefined {
    if (this.byIndex[index] === undefined) this.nameAll()
    return this.byIndex[index]
  }

  /** Like {@link get}, but does not read every instruction for an unknown account. */
  peek(index: number): TokenAccount | undefined {
    return this.byIndex[index]
  }

  /**
   * The owner of an account when an instruction was executed; null if unknown. An account that the transaction opens belongs to its first
   * owner before.
   */
  ownerAt(index: number, instruction: number): string | null {
    const account = this.get(index)
    if (account?.mayBeReopened === true || this.mayChangeOwners()) this.nameAll()
    return account?.ownerAfter(instruction) ?? null
  }

  private mayChangeOwners(): boolean {
    return (this.changing ??= this.instructions.some(({ mayGiveAccount }) => mayGiveAccount))
  }

  /** The account that an instruction gives to another owner, with its balances around the transaction; null if it gives none. */
  givenAt(index: number, instruction: number): GivenAccount | null {
    this.nameAll()
    const account = this.byIndex[index]
    if (account?.isTraced !== true) return null
    const from = account.ownerAfter(instruction - 1)
    const [before, after] = [amountAt(account.before), amountAt(account.after)]
    if (from === null || from === account.ownerAfter(instruction) || before === null || after === null) return null
    return { mint: account.mint, from, before, after }
  }

  decimalsOf(mint: string): number | null {
    return this.recordedDecimals(mint) ?? this.statedDecimals(mint)
  }

  /** A linear search is enough, since a transaction has few balances and few mints are looked up. */
  private recordedDecimals(mint: string): number | null {
    for (let i = this.balances.length - 1; i >= 0; i--) {
      const balance = this.balances[i]
      if (balance?.mint === mint) return balance.decimals
    }
    return mint === WRAPPED_SOL ? WRAPPED_SOL_DECIMALS : null
  }

  /** The decimals of a mint without a recorded balance, from its first checked transfer. */
  private statedDecimals(mint: string): number | null {
    this.nameAll()
    for (const { operation } of this.instructions) {
      if (operation?.kind === 'transfer' && operation.decimals !== null && this.mintOf(operation) === mint) return operation.decimals
    }
    return null
  }

  /** Change of the recorded balance in raw units; null if there is none. */
  changeOf(index: number): bigint | null {
    const account = this.byIndex[index]
    if (account === undefined) return null
    const before = amountAt(account.before)
    const after = amountAt(account.after)
    return before === null || after === null ? null : after - before
  }
}

/** Zero if the account does not exist on that side. */
function amountAt(balance: Balance | null): bigint | null {
  return balance === null ? 0n : parseAmount(balance.amount)
}

type Side = 'before' | 'after'

function readBalance(row: unknown): Balance | null {
  if (!isJsonObject(row) || typeof row.mint !== 'string' || !isJsonObject(row.uiTokenAmount)) return null
  const account = parseCount(row.accountIndex)
  const { amount } = row.uiTokenAmount
  const decimals = parseCount(row.uiTokenAmount.decimals)
  if (account === null || account >= MAX_INDEX || decimals === null) return null
  return { account, mint: row.mint, owner: typeof row.owner === 'string' ? row.owner : null, decimals, amount }
}

/** Above every account index of a transaction, and thus above its number of balances. */
const MAX_INDEX = 1_024
