import { readAccountsStage } from '../accounts.ts'
import { readBalancesAtHead } from '../holders.ts'
import { readPoolsAmong } from '../pools.ts'
import { storedToken, tokenInfo, type StageContext } from '../stage.ts'

/** Owners whose balances are read: eight calls. */
const MAX_OWNERS = 3_000
/** Addresses that are tested for being pools. Each pool that is found takes up to 30 calls for its age. */
const MAX_CANDIDATES = 60

/**
 * Stores the balances that the owners in the stored transfers have at the pinned block, with their kinds. Each balance is true, but who has no
 * transfer among those is missing.
 */
export async function readSeenHolders(context: StageContext): Promise<void> {
  const { store, token } = context
  const { creator, ...stored } = await storedToken(context)
  const owners = await store.read.transferOwners({ token, limit: MAX_OWNERS })
  const rows = await readBalancesAtHead(context, [...new Set([...owners, ...(creator === null ? [] : [creator])])])
  await store.write.saveBalances({ token, rows, replaceAll: true })
  await store.write.saveToken({ ...tokenInfo({ creator, ...stored }), holderCount: null, forgets: ['holderCount'] })
  await readAccountsStage(context)
}

/** Stores the pools among the owners in the stored transfers. */
export async function readSeenPools(context: StageContext): Promise<void> {
  const candidates = await context.store.read.poolCandidates({ token: context.token, limit: MAX_CANDIDATES })
  await readPoolsAmong(
    context,
    candidates.map(({ address }) => address),
  )
}

/** Stores the balances that the buyers of the stored trades have at the pinned block. */
export async function readBuyerBalances(context: StageContext): Promise<void> {
  const { store, token } = context
  const trades = await store.read.tokenTrades({ token, limit: null })
  const buyers = trades.flatMap(({ tokenOut, receiver, signer }) => (tokenOut.token === token.address ? [receiver ?? signer] : []))
  await store.write.saveBalances({ token, rows: await readBalancesAtHead(context, [...new Set(buyers)]), replaceAll: false })
}
