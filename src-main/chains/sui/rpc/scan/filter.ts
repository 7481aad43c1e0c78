import type { GrpcTypes } from '@mysten/sui/grpc'

/** Filters of transactions, in disjunctive normal form (https://github.com/MystenLabs/sui-apis). */

export type TransactionFilter = GrpcTypes.TransactionFilter
type Predicate = GrpcTypes.TransactionLiteral['predicate']

/** Any term may match; within a term all predicates must. */
export const anyOf = (terms: readonly (readonly Predicate[])[], without: readonly Predicate[] = []): TransactionFilter => ({
  terms: terms.map((predicates) => ({
    literals: [...predicates.map((predicate) => ({ negated: false, predicate })), ...without.map((predicate) => ({ negated: true, predicate }))],
  })),
})
export const touchesObject = (objectId: string): Predicate => ({ oneofKind: 'affectedObject', affectedObject: { objectId } })
export const touchesAddress = (address: string): Predicate => ({ oneofKind: 'affectedAddress', affectedAddress: { address } })
export const sentBy = (address: string): Predicate => ({ oneofKind: 'sender', sender: { address } })
export const emits = (eventType: string): Predicate => ({ oneofKind: 'eventType', eventType: { eventType } })

/**
 * A node that sets no limit refuses lists and subscriptions with more literals: `max_bitmap_filter_literals` in
 * https://github.com/MystenLabs/sui/blob/main/crates/sui-config/src/rpc_config.rs.
 */
const MAX_LITERALS = 10

/** Filters that a node accepts, and that together match what the filter matches. A transaction may match several. */
export function splitFilter({ terms }: TransactionFilter): TransactionFilter[] {
  const parts: { terms: TransactionFilter['terms']; literals: number }[] = []
  for (const term of terms) {
    const last = parts.at(-1)
    const { length } = term.literals
    if (last === undefined || last.literals + length > MAX_LITERALS) parts.push({ terms: [term], literals: length })
    else {
      last.terms.push(term)
      last.literals += length
    }
  }
  return parts.map((part) => ({ terms: part.terms }))
}
