import type { Address } from '../../../../src-shared/domain/address.ts'
import { isBoughtForOther } from '../../../../src-shared/domain/events.ts'
import { mapLimited } from '../../../lib/map-limited.ts'
import type { ReadContext } from '../stage.ts'
import { byFrequency, hubsAmong } from './funding-targets.ts'

/** Buys for others, first buys and payments are searched among this many trades of a token. */
export const MAX_TRADES = 5_000
const MAX_ACTIVITIES = 100
/** With answers in 300 ms, 8 calls at a time are 25 a second. */
const MAX_CONCURRENT_ACTIVITIES = 8

/** Reads and stores how much each address sent. */
export async function readActivities(
  { store, adapter, token: { network }, head, signal }: ReadContext,
  addresses: readonly Address[],
): Promise<void> {
  await mapLimited(addresses.slice(0, MAX_ACTIVITIES), MAX_CONCURRENT_ACTIVITIES, async (address) => {
    await store.write.saveActivity({ network, rows: [await adapter.activity(address, head, signal)] })
  })
}

/** Reads the activity of unlisted wallets that signed buys for the wallets, most frequent first: relayers and solvers sign for strangers. */
export async function readRelayers(context: ReadContext, wallets: readonly Address[]): Promise<void> {
  const { store, token } = context
  const buyers = new Set(wallets)
  const trades = await store.read.tokenTrades({ token, limit: MAX_TRADES })
  const signers = byFrequency(
    trades.flatMap((trade) =>
      isBoughtForOther(trade, token.address) && (trade.receiver === null || buyers.has(trade.receiver)) ? [trade.signer] : [],
    ),
  )
  const listed = hubsAmong(await store.read.labels({ network: token.network, addresses: signers }))
  await readActivities(
    context,
    signers.filter((signer) => !listed.has(signer)),
  )
}
