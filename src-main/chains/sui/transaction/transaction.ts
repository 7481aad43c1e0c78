import type { Address } from '../../../../src-shared/domain/address.ts'
import { NATIVE, type Transfer } from '../../../../src-shared/domain/events.ts'
import type { AttributedPayment } from '../../payments/payments-by-balance.ts'
import { SUI_COIN } from '../encoding/move-type.ts'

/** A transaction in the common form of all transports. Null is unknown: an answer has only the requested fields. */
export interface SuiTransaction {
  readonly digest: string
  readonly checkpoint: number | null
  /** Position in its checkpoint. */
  readonly index: number | null
  /** Unix seconds. */
  readonly time: number | null
  readonly sender: Address
  /** Payer of the gas: the sender, or a sponsor. */
  readonly gasOwner: Address
  /** Net gas in MIST: computation and storage less the rebate. */
  readonly gas: bigint
  readonly succeeded: boolean
  readonly events: readonly SuiEvent[]
  readonly changes: readonly BalanceChange[] | null
  readonly objects: readonly ChangedObject[]
  /** Objects that own changed objects, such as the dynamic field that holds a coin. Empty if the answer names no owners. */
  readonly objectOwners: ReadonlySet<Address>
}

export interface SuiEvent {
  readonly index: number
  /** In normal form. It names the package that first published the struct. */
  readonly type: string
  readonly bytes: Uint8Array | null
  readonly json: unknown
}

export interface BalanceChange {
  readonly owner: Address
  readonly coin: Address
  readonly raw: bigint
}

export interface ChangedObject {
  readonly id: Address
  /** Move type in normal form; null for packages or if the answer does not name it. */
  readonly type: string | null
  readonly created: boolean
}

/** What all events of a transaction state. @param event their number in the transaction */
export const eventBase = (tx: SuiTransaction, event: number) => ({
  ...{ network: 'sui' as const, position: { block: tx.checkpoint ?? 0, tx: tx.index ?? 0, event } },
  ...{ time: tx.time, tx: tx.digest },
})

export const toTransfer = (tx: SuiTransaction, event: number, coin: Address, { from, to, raw }: AttributedPayment): Transfer => ({
  ...{ kind: 'transfer', ...eventBase(tx, event), token: coin === SUI_COIN ? NATIVE : coin, from, to, raw },
})

/**
 * Gains and losses of each owner without gas, by coin and owner. Pools keep `Balance<T>` inside a shared object, so they do not appear.
 *
 * @returns null if the transaction has no balance changes
 */
export function gainsWithoutGas(tx: SuiTransaction): ReadonlyMap<Address, ReadonlyMap<Address, bigint>> | null {
  if (tx.changes === null) return null
  const coins = new Map<Address, Map<Address, bigint>>()
  const add = (coin: Address, owner: Address, raw: bigint): void => {
    const owners = coins.get(coin) ?? new Map<Address, bigint>()
    coins.set(coin, owners)
    const sum = (owners.get(owner) ?? 0n) + raw
    if (sum === 0n) owners.delete(owner)
    else owners.set(owner, sum)
  }
  for (const { owner, coin, raw } of tx.changes) add(coin, owner, raw)
  add(SUI_COIN, tx.gasOwner, tx.gas)
  return coins
}
