import { readAccountsStage } from '../accounts.ts'
import { readBalancesAtHead } from '../holders.ts'
import { readPoolsAmong } from '../pools.ts'
import { storedToken, tokenInfo, type StageContext } from '../stage.ts'

/** Upper bound of owners whose balances are read. Takes eight calls. */
const MAX_OWNERS = 3_000
/** Addresses tested for being pools. Each pool found takes up to 30 calls to determine its age. */
const MAX_CANDIDATES = 60

/**
 * Stores the balances of the owners in the stored transfers at the pinned block, with their account kinds. Each balance is correct, but owners
 * without a transfer among those stored are missing.
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

/** Stores the balances of the buyers in the stored trades at the pinned block. */
export async function readBuyerBalances(context: StageContext): Promise<void> {
  const { store, token } = context
  const trades = await store.read.tokenTrades({ token, limit: null })
  const buyers = trades.flatMap(({ tokenOut, receiver, signer }) => (tokenOut.token === token.address ? [receiver ?? signer] : []))
  await store.write.saveBalances({ token, rows: await readBalancesAtHead(context, [...new Set(buyers)]), replaceAll: false })
}
