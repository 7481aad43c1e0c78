import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import { NATIVE, type Transfer } from '../../../../../src-shared/domain/events.ts'
import { paymentsByBalance } from '../../../payments/payments-by-balance.ts'
import { WRAPPED_SOL } from '../../encoding/addresses.ts'
import { transfersIn } from './read-payments.ts'
import type { ReadTransaction } from '../transactions/read-transaction.ts'

export interface SolPayments {
  readonly rows: readonly Transfer[]
  /** Owners whose SOL changed by more than the rows explain. */
  readonly unclear: ReadonlySet<Address>
}

/** Event number of the first payment that no instruction states, above the number of every instruction (`eventNumber`). */
const FIRST_BY_BALANCE = 1_000_000

/**
 * SOL that one transaction moves between owners. The lamports of a token account belong to its owner, so wrapping, unwrapping and rent
 * of one's own accounts are not payments, but wrapped SOL that changes owner is. Balances show what transfers do not state: accounts
 * closed in favour of others, programs that pay out, accounts created for others. An owner's receipts minus its payments equal the change
 * of its balances, without the fee.
 */
export function solPayments(tx: ReadTransaction): SolPayments {
  const stated = transfersIn(tx).filter(({ token }) => token === NATIVE || token === WRAPPED_SOL)
  const owners = tokenAccountOwners(tx)
  const rest = solChanges(tx)
  const add = (account: Address, raw: bigint): void => {
    const owner = owners.get(account) ?? account
    rest.set(owner, (rest.get(owner) ?? 0n) + raw)
  }
  for (const { from, to, raw } of stated) {
    add(from, raw)
    add(to, -raw)
  }
  const { payments, unknown } = paymentsByBalance(rest)
  const inferred = payments.map((payment, i): Transfer => ({
    ...{ kind: 'transfer', network: 'sol', position: { block: tx.slot, tx: tx.index, event: FIRST_BY_BALANCE + i } },
    ...{ time: tx.time, tx: tx.signature, token: NATIVE, ...payment },
  }))
  return { rows: [...stated.map((row) => ({ ...row, token: NATIVE })), ...inferred], unclear: unknown }
}

/** What each owner has more or less after a transaction, besides its fee, in lamports. The lamports of a token account are its owner's. */
export function solChanges({
  accounts,
  tokens,
  feePayer,
  fee,
}: Pick<ReadTransaction, 'accounts' | 'tokens' | 'feePayer' | 'fee'>): Map<Address, bigint> {
  const owners = tokenAccountOwners({ tokens })
  const formerOwners = new Map(
    tokens.flatMap(({ account, formerOwner }) => (formerOwner === null ? [] : [[account, trustedAddress(formerOwner)] as const])),
  )
  const changes = new Map<Address, bigint>()
  const add = (owner: Address, raw: bigint): void => void changes.set(owner, (changes.get(owner) ?? 0n) + raw)
  for (const { address, before, after } of accounts) {
    const owner = owners.get(address) ?? trustedAddress(address)
    add(owner, BigInt(after))
    add(formerOwners.get(address) ?? owner, -BigInt(before))
  }
  add(trustedAddress(feePayer), BigInt(fee))
  return changes
}

/** Owners of the token accounts of a transaction. */
export const tokenAccountOwners = ({ tokens }: Pick<ReadTransaction, 'tokens'>): ReadonlyMap<string, Address> =>
  new Map(tokens.flatMap(({ account, owner }) => (owner === null ? [] : [[account, trustedAddress(owner)] as const])))
