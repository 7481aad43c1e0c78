import type { Address } from '../../../../src-shared/domain/address.ts'
import type { FirstFunding } from '../../../chains/adapter.ts'
import { mapLimited } from '../../../lib/map-limited.ts'
import { readAccountKinds } from '../accounts.ts'
import type { ReadContext } from '../stage.ts'
import { fundingTargets, hubsAmong } from './funding-targets.ts'

const MAX_CONCURRENT_WALLETS = 4

/** Progress of the funding stage: wallets and payment queries together. */
export interface FundingProgress {
  read: number
  total: number
}

/**
 * Reads and stores the first native payment of the wallets that are worth a search.
 *
 * @param paidIn a block in which a wallet was paid, if one is known
 */
export async function readFirstFunders(
  context: ReadContext,
  wallets: readonly Address[],
  counter: FundingProgress,
  paidIn: ReadonlyMap<Address, number> = new Map(),
): Promise<void> {
  const { store, adapter, token, head, signal, progress } = context
  const { network } = token
  const targets = fundingTargets({
    wallets,
    kinds: await readAccountKinds(context, wallets),
    hubs: hubsAmong(await store.read.labels({ network, addresses: wallets })),
    known: await store.read.funding({ network, wallets }),
  })
  counter.total += targets.length
  progress(counter.read, counter.total)
  const found = async (answers: readonly FirstFunding[]): Promise<void> => {
    const rows = answers.flatMap(({ transfer }) => transfer ?? [])
    if (rows.length > 0) await store.write.saveNativeTransfers({ network, rows })
    await store.write.saveFunding({ network, rows: answers.map(({ funding }) => funding) })
    counter.read += answers.length
    progress(counter.read, counter.total)
  }
  if (adapter.firstFundings === undefined) {
    await mapLimited(targets, MAX_CONCURRENT_WALLETS, async (wallet) => found([await adapter.firstFunding(wallet, head, signal, paidIn.get(wallet))]))
  } else {
    const queries = targets.map((wallet) => ({ wallet, guess: paidIn.get(wallet) ?? null }))
    await adapter.firstFundings(queries, head, signal, found)
  }
}
