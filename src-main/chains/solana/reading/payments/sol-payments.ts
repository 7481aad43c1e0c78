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
  const owners = tokenAccountOwners(tx)
  const stated = transfersIn(tx).filter(({ token }) => token === NATIVE || token === WRAPPED_SOL)
  const rest = new Map<Address, bigint>()
  const add = (account: string, raw: bigint): void => {
    const owner = owners.get(account) ?? trustedAddress(account)
    rest.set(owner, (rest.get(owner) ?? 0n) + raw)
  }
  const formerOwners = new Map(tx.tokens.flatMap(({ account, formerOwner }) => (formerOwner === null ? [] : [[account, formerOwner] as const])))
  for (const { address, before, after } of tx.accounts) {
    add(address, BigInt(after))
    add(formerOwners.get(address) ?? address, -BigInt(before))
  }
  add(tx.feePayer, BigInt(tx.fee))
  for (const { from, to, raw } of stated) {
    add(from, raw)
    add(to, -raw)
  }
  const { payments, unknown } = paymentsByBalance(rest)
  const inferred = payments.map((payment, i): Transfer => ({
    ...{ kind: 'transfer', network: 'sol', position: { block: tx.slot, tx: tx.place, event: FIRST_BY_BALANCE + i } },
    ...{ time: tx.time, tx: tx.signature, token: NATIVE, ...payment },
  }))
  return { rows: [...stated.map((row) => ({ ...row, token: NATIVE })), ...inferred], unclear: unknown }
}

/** Owners of the token accounts of a transaction. */
export const tokenAccountOwners = ({ tokens }: Pick<ReadTransaction, 'tokens'>): ReadonlyMap<string, Address> =>
  new Map(tokens.flatMap(({ account, owner }) => (owner === null ? [] : [[account, trustedAddress(owner)] as const])))
