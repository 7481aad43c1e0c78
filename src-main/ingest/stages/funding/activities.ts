import type { Address } from '../../../../src-shared/domain/address.ts'
import { isBoughtForOther } from '../../../../src-shared/domain/events.ts'
import { mapLimited } from '../../../lib/map-limited.ts'
import type { ReadContext } from '../stage.ts'
import { hubsAmong } from './funding-targets.ts'

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
export async function readRelayers(context: ReadContext, wallets: readonly Address[], maxTrades: number): Promise<void> {
  const { store, token } = context
  const buyers = new Set(wallets)
  const signed = new Map<Address, number>()
  for (const trade of await store.read.tokenTrades({ token, limit: maxTrades }))
    if (isBoughtForOther(trade, token.address) && trade.receiver !== null && buyers.has(trade.receiver))
      signed.set(trade.signer, (signed.get(trade.signer) ?? 0) + 1)
  const listed = hubsAmong(await store.read.labels({ network: token.network, addresses: [...signed.keys()] }))
  const relayers = [...signed].filter(([signer]) => !listed.has(signer)).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  await readActivities(
    context,
    relayers.map(([signer]) => signer),
  )
}
