import { NATIVE, type Transfer } from '../../../src-shared/domain/events.ts'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { WRAPPED_SOL, WRAPPED_SOL_DECIMALS, ZERO_ADDRESS } from './ids.ts'
import { eventNumber, type Instruction, type NormalTransaction } from './transaction.ts'

/** A movement between token accounts (or, for the coin, between accounts), with whose they are. */
export interface Movement {
  readonly instruction: Instruction
  readonly kind: 'transfer' | 'mint' | 'burn' | 'coin'
  /** Mint; wrapped SOL's for the coin itself. */
  readonly mint: string
  readonly decimals: number | null
  /** Accounts; null where tokens are made or destroyed. */
  readonly from: string | null
  readonly to: string | null
  /** Owners of the accounts; an account whose owner nobody tells stands for itself. */
  readonly fromOwner: string | null
  readonly toOwner: string | null
  /** What leaves the sender; raw units. */
  readonly raw: bigint
}

/** Every movement of tokens and coin that succeeded, in order of execution. A failed transaction has none. */
export function readMovements(tx: NormalTransaction): Movement[] {
  if (tx.failed) return []
  const accounts = tokenAccountNames(tx)
  return tx.all.flatMap((instruction) => readMovement(instruction, accounts) ?? [])
}

/** What is known of token accounts: mint, decimals, owner. */
export interface AccountName {
  readonly mint: string
  readonly decimals: number | null
  readonly owner: string | null
}

function tokenAccountNames(tx: NormalTransaction): Map<string, AccountName> {
  const names = new Map<string, AccountName>(tx.tokenAccounts)
  const decimals = new Map<string, number>([[WRAPPED_SOL, WRAPPED_SOL_DECIMALS]])
  for (const { mint, decimals: known } of names.values()) if (known !== null) decimals.set(mint, known)
  for (const { operation } of tx.all) {
    if (operation?.kind !== 'transfer') continue
    const mint = operation.mint ?? names.get(operation.from)?.mint ?? names.get(operation.to)?.mint
    if (mint === undefined) continue
    if (operation.decimals !== null) decimals.set(mint, operation.decimals)
    for (const account of [operation.from, operation.to]) {
      if (!names.has(account)) names.set(account, { mint, decimals: null, owner: account === operation.from ? operation.authority : null })
    }
  }
  for (const [account, name] of names) names.set(account, { ...name, decimals: decimals.get(name.mint) ?? null })
  return names
}

function readMovement(instruction: Instruction, accounts: ReadonlyMap<string, AccountName>): Movement | null {
  const operation = instruction.operation
  if (operation === null || operation.kind === 'account' || operation.raw === 0n) return null
  const owner = (account: string): string => accounts.get(account)?.owner ?? account
  if (operation.kind === 'coin') {
    const { from, to, raw } = operation
    return {
      instruction,
      kind: 'coin',
      mint: WRAPPED_SOL,
      decimals: WRAPPED_SOL_DECIMALS,
      from,
      to,
      fromOwner: from,
      toOwner: owner(to),
      raw,
    }
  }
  if (operation.kind === 'transfer') {
    const { from, to, raw } = operation
    const name = accounts.get(from) ?? accounts.get(to)
    const mint = operation.mint ?? name?.mint
    if (mint === undefined) return null
    const decimals = operation.decimals ?? name?.decimals ?? null
    return { instruction, kind: 'transfer', mint, decimals, from, to, fromOwner: owner(from), toOwner: owner(to), raw }
  }
  const account = operation.kind === 'mint' ? operation.to : operation.from
  const decimals = accounts.get(account)?.decimals ?? null
  const moved = { instruction, mint: operation.mint, decimals, raw: operation.raw }
  return operation.kind === 'mint'
    ? { ...moved, kind: 'mint', from: null, to: account, fromOwner: null, toOwner: owner(account) }
    : { ...moved, kind: 'burn', from: account, to: null, fromOwner: owner(account), toOwner: null }
}

/**
 * Movements as events between owners. Movements between two accounts of one owner (wrapping SOL among them) change
 * nobody's holding and are left out. A transaction without a slot has no place in the chain and gives none.
 */
export function transferEvents(tx: NormalTransaction, movements: readonly Movement[]): Transfer[] {
  const block = tx.slot
  if (block === null) return []
  return movements
    .filter((move) => move.fromOwner !== move.toOwner)
    .map((move) => ({
      kind: 'transfer',
      network: 'sol',
      position: { block, tx: tx.index ?? 0, event: eventNumber(move.instruction) },
      time: tx.time,
      tx: tx.signature,
      token: move.kind === 'coin' ? NATIVE : trustedAddress(move.mint),
      from: trustedAddress(move.fromOwner ?? ZERO_ADDRESS),
      to: trustedAddress(move.toOwner ?? ZERO_ADDRESS),
      raw: move.raw,
    }))
}
