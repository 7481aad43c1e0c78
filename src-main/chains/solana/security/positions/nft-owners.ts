import { z } from 'zod'
import { mapLimited } from '../../../../lib/map-limited.ts'
import { answeredOrNull } from '../../../rpc/answered.ts'
import { request } from '../../../rpc/request.ts'
import { ByteReader } from '../../encoding/byte-reader.ts'
import { amountIn, MINT_SUPPLY, ownerIn, readAccounts } from '../../rpc/accounts.ts'
import { COMMITMENT, type SolanaNode } from '../../rpc/node.ts'

/** Who holds the NFTs of positions. Each is the only token of its mint, and its program lets nobody mint another one. */

/** Limit on the NFTs of a pool whose accounts the program derives, a hundred to a call. */
const MAX_DERIVED = 500
/** Limits on those that take a call each, for one pool and for all pools of a scan. */
const MAX_SEARCHED = 100
const MAX_SEARCHES = 300
const CONCURRENT_SEARCHES = 4

/** Searches that a scan may still make. */
export interface SearchBudget {
  left: number
}
export const openSearchBudget = (): SearchBudget => ({ left: MAX_SEARCHES })

/** Null if the NFT was burned. */
export type NftOwner = string | null

const largestAnswer = z.object({ value: z.array(z.object({ address: z.string(), amount: z.string() })).max(100) })

/**
 * Owners by NFT. An NFT whose owner is unknown is left out.
 *
 * @param nfts largest position first
 * @param accountOf the account in which the program puts the NFT
 */
export async function readNftOwners(
  node: SolanaNode,
  nfts: readonly string[],
  { budget, accountOf }: { readonly budget: SearchBudget; readonly accountOf?: ((nft: string) => string) | undefined },
  signal: AbortSignal,
): Promise<ReadonlyMap<string, NftOwner>> {
  const owners = new Map<string, NftOwner>()
  const derived = accountOf === undefined ? [] : nfts.slice(0, MAX_DERIVED)
  const accounts = accountOf === undefined ? [] : await readAccounts(node, derived.map(accountOf), signal)
  for (const [i, nft] of derived.entries()) {
    const account = accounts[i]
    const owner = account == null || amountIn(account) === 0n ? null : ownerIn(account)
    if (owner !== null) owners.set(nft, owner)
  }
  const moved = nfts.filter((nft) => !owners.has(nft)).slice(0, MAX_SEARCHED)
  const supplies = await readAccounts(node, moved, signal, MINT_SUPPLY)
  const held: string[] = []
  for (const [i, nft] of moved.entries()) {
    const supply = supplies[i] == null ? null : new ByteReader(supplies[i].data).u64()
    if (supply === 0n) owners.set(nft, null)
    else if (supply !== null) held.push(nft)
  }
  const searched = held.slice(0, budget.left)
  budget.left -= searched.length
  for (const [nft, owner] of await searchHolders(node, searched, signal)) owners.set(nft, owner)
  return owners
}

/** The owner of the account that holds each NFT. */
async function searchHolders(node: SolanaNode, nfts: readonly string[], signal: AbortSignal): Promise<(readonly [string, string])[]> {
  const found = await mapLimited(nfts, CONCURRENT_SEARCHES, async (nft) => {
    const search = request(node.rpc, largestAnswer, 'getTokenLargestAccounts', [nft, { commitment: COMMITMENT }], signal)
    const holder = (await answeredOrNull(search, signal))?.value.find(({ amount }) => amount === '1')
    return holder === undefined ? [] : [{ nft, account: holder.address }]
  })
  const listed = found.flat()
  const accounts = await readAccounts(
    node,
    listed.map(({ account }) => account),
    signal,
  )
  return listed.flatMap(({ nft }, i) => {
    const account = accounts[i]
    const owner = account == null || amountIn(account) === 0n ? null : ownerIn(account)
    return owner === null ? [] : [[nft, owner] as const]
  })
}
