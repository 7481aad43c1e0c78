import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { Holding } from '../../../../../src-shared/domain/token.ts'
import type { BlockRef } from '../../../adapter.ts'
import type { ListChecks } from '../../../cross-checks.ts'
import { answeredOrNull } from '../../../rpc/answered.ts'
import { BALANCES } from '../../rpc/graphql-queries.ts'
import { readServiceInfo, type SuiNode } from '../../rpc/node.ts'
import { readListedRange } from '../../rpc/objects.ts'
import { readSupply } from '../token/read-token.ts'

/**
 * The list of holders comes from GraphQL, so it is compared with the node behind gRPC.
 *
 * @param balances newest balances by gRPC
 */
export function openListChecks(
  node: SuiNode,
  balances: (token: Address, wallets: readonly Address[], signal: AbortSignal) => Promise<Holding[]>,
): ListChecks {
  return {
    /** Balances inside objects of unlisted kinds are not in any list. */
    async supply(token, signal) {
      const raw = await readSupply(node, token, signal)
      return raw === null ? null : { raw, isWhole: false }
    },
    async contradicted(token, { holdings }, signal) {
      const { head } = await readServiceInfo(node, signal)
      const first = await answeredOrNull(balances(token, addressesOf(holdings), signal), signal)
      // The ledger keeps no balances for objects that own coins, and answers zero.
      const differing = (first ?? []).filter(({ address, raw }) => raw > 0n && raw !== rawOf(holdings, address))
      if (differing.length === 0) return first === null ? [] : [{ host: node.grpc.hosts, holdings: [] }]
      const listed = await readListed(node, token, addressesOf(differing), head, signal)
      const second = await balances(token, addressesOf(differing), signal)
      // Only balances that changed on neither side in the meantime are contradictions.
      const settled = differing.filter(({ address, raw }) => rawOf(second, address) === raw && listed?.get(address) === rawOf(holdings, address))
      return [{ host: node.grpc.hosts, holdings: settled }]
    },
    async *listsByEndpoint() {
      // One GraphQL endpoint lists the objects, and the others are asked only if it does not answer.
    },
  }
}

const addressesOf = (holdings: readonly Holding[]): Address[] => holdings.map(({ address }) => address)
const rawOf = (holdings: readonly Holding[], wallet: Address): bigint | undefined => holdings.find(({ address }) => address === wallet)?.raw

/** Balances at the newest checkpoint of GraphQL; null if it is behind the head. */
async function readListed(
  node: SuiNode,
  coin: Address,
  wallets: readonly Address[],
  head: BlockRef['number'],
  signal: AbortSignal,
): Promise<ReadonlyMap<Address, bigint | null> | null> {
  const newest = (await readListedRange(node, signal)).last ?? 0
  if (newest < head) return null
  const keys = wallets.map((address) => ({ address, coinType: coin }))
  const { checkpoint } = await node.graphql.query(BALANCES, { at: newest, keys }, signal)
  return new Map(wallets.map((address, i) => [address, checkpoint?.query?.multiGetBalances?.[i]?.totalBalance ?? null]))
}
