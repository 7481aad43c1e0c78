import type { StageName } from '../../../src-shared/contract/records/jobs.ts'
import type { TokenKey } from '../../../src-shared/domain/address.ts'
import { FACT_GROUPS, type FirstRead } from '../../../src-shared/domain/token.ts'
import type { Store } from '../../store/interface.ts'

/**
 * Stores the progress of the first read of a token, so that no figure is shown before its facts are stored (docs/api/rest.md#first-read-of-a-token).
 * A token that was read completely, or came from a file, has no such state, and further reads do not create one.
 */

/** The state of a token that is stored for the first time. */
export const NOTHING_READ: FirstRead = { ended: false, missing: FACT_GROUPS }

export const beginFirstRead = (store: Store, token: TokenKey): Promise<void> => change(store, token, (before) => ({ ...before, ended: false }))

export const endFirstRead = (store: Store, token: TokenKey): Promise<void> => change(store, token, (before) => ({ ...before, ended: true }))

/** Records that a stage is done and its facts are stored. */
export const stageRead = (store: Store, token: TokenKey, stage: StageName): Promise<void> =>
  change(store, token, ({ holdersSeen, ...before }) => ({
    ...before,
    missing: before.missing.filter((group) => group !== stage),
    ...(holdersSeen === undefined || stage === 'holders' ? {} : { holdersSeen }),
  }))

/** Records that the balances and kinds of the addresses in the transfers read so far are stored, and the pools among them. */
export const seenHoldersRead = (store: Store, token: TokenKey): Promise<void> =>
  change(store, token, ({ ended, missing }) => ({
    ended,
    missing: missing.filter((group) => group !== 'holders' && group !== 'pools' && group !== 'accounts'),
    holdersSeen: true,
  }))

/** Records whether holders hide parts of their balances. A token that was read completely may begin to. */
export async function hiddenBalancesRead({ read, write }: Store, token: TokenKey, areHidden: boolean): Promise<void> {
  const before = (await read.token(token))?.firstRead ?? null
  if (before === null && !areHidden) return
  const { balancesHidden: _before, ...firstRead } = before ?? { ended: true, missing: [] }
  await write.saveFirstRead({ token, firstRead: areHidden ? { ...firstRead, balancesHidden: true } : firstRead })
}

async function change({ read, write }: Store, token: TokenKey, next: (before: FirstRead) => FirstRead): Promise<void> {
  const before = (await read.token(token))?.firstRead ?? null
  if (before !== null) await write.saveFirstRead({ token, firstRead: next(before) })
}
