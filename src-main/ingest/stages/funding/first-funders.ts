import type { Address } from '../../../../src-shared/domain/address.ts'
import { fundingTargets, hubsAmong } from '../decide.ts'
import type { StageContext } from '../stage.ts'
import { kindsOf } from '../accounts.ts'

const WALLETS_AT_ONCE = 4

/**
 * First native coin of those wallets that are worth the search, a few at once, each stored as soon as it is known.
 *
 * @param paidIn a block in which each was paid, where one is known
 */
export async function readFirstFunders(
  context: StageContext,
  wallets: readonly Address[],
  counter: { read: number; total: number },
  paidIn: ReadonlyMap<Address, number> = new Map(),
): Promise<void> {
  const {
    store,
    adapter,
    token: { network },
    head,
    signal,
    progress,
  } = context
  const targets = fundingTargets({
    wallets,
    kinds: await kindsOf(context, wallets),
    hubs: hubsAmong(await store.read.labels({ network, addresses: wallets })),
    known: await store.read.funding({ network, wallets }),
  })
  counter.total += targets.length
  progress(counter.read, counter.total)
  const queue = targets[Symbol.iterator]()
  const lane = async (): Promise<void> => {
    for (const wallet of queue) {
      const { funding, transfer } = await adapter.firstFunding(wallet, head, signal, paidIn.get(wallet))
      if (transfer !== null) await store.write.saveNativeTransfers({ network, rows: [transfer] })
      await store.write.saveFunding({ network, rows: [funding] })
      counter.read += 1
      progress(counter.read, counter.total)
    }
  }
  await Promise.all(Array.from({ length: WALLETS_AT_ONCE }, lane))
}
