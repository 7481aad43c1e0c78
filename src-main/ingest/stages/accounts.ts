import type { Address } from '../../../src-shared/domain/address.ts'
import type { AccountKind } from '../../../src-shared/domain/token.ts'
import { done, storedToken, type Stage, type StageContext } from './stage.ts'

const ADDRESSES_A_PAGE = 100

/** Whether the largest holders and the creator are people's keys or code. */
export const readAccountsStage: Stage = async (context) => {
  const { creator } = await storedToken(context)
  const holders = await context.store.read.holders({ token: context.token, limit: context.options.depth })
  await kindsOf(context, [...holders.map((holding) => holding.address), ...(creator === null ? [] : [creator])], context.progress)
  context.engine.factsChanged(context.token)
  return done()
}

/** Kinds of addresses: from the store, the rest from the chain and then stored. */
export async function kindsOf(
  context: StageContext,
  addresses: readonly Address[],
  progress: StageContext['progress'] = () => undefined,
): Promise<ReadonlyMap<Address, AccountKind>> {
  const { store, adapter, token, head, signal } = context
  const unique = [...new Set(addresses)]
  const stored = await store.read.accounts({ network: token.network, addresses: unique })
  const kinds = new Map(stored.filter((fact) => fact.kind !== 'unknown').map((fact) => [fact.address, fact.kind]))
  const unknown = unique.filter((address) => !kinds.has(address))
  for (let i = 0; i < unknown.length; i += ADDRESSES_A_PAGE) {
    progress(unique.length - unknown.length + i, unique.length)
    const read = await adapter.accountKinds(unknown.slice(i, i + ADDRESSES_A_PAGE), head, signal)
    const rows = [...read].map(([address, kind]) => ({ address, kind }))
    await store.write.saveAccounts({ network: token.network, rows })
    for (const { address, kind } of rows) kinds.set(address, kind)
  }
  progress(unique.length, unique.length)
  return kinds
}
