import type { Address } from '../../../src-shared/domain/address.ts'
import type { AccountKind } from '../../../src-shared/domain/token.ts'
import { partsOf } from '../../lib/parts-of.ts'
import { settleAll } from '../../lib/settle-all.ts'
import { done, storedToken, type ReadContext, type Stage } from './stage.ts'

const ADDRESSES_PER_PAGE = 100

/** Reads facts about the accounts of the largest holders and of the creator, and who has a role in the token's code. */
export const readAccountsStage: Stage = async (context) => {
  const { creator, createdBlock } = await storedToken(context)
  const holders = await context.store.read.holders({ token: context.token, limit: context.options.depth })
  await settleAll([
    readAccountFacts(context, [...holders.map((holding) => holding.address), ...(creator === null ? [] : [creator])]),
    createdBlock === null ? null : readGrantedRoles(context, createdBlock, creator),
  ])
  return done()
}

/** Reads whether addresses are wallets or contracts, the wallets' balances of the native coin, and the contracts' owners. */
export async function readAccountFacts(context: ReadContext, addresses: readonly Address[]): Promise<void> {
  const kinds = await readAccountKinds(context, addresses, context.progress)
  const ofKind = (wanted: AccountKind): Address[] => [...kinds].flatMap(([address, kind]) => (kind === wanted ? [address] : []))
  await settleAll([
    readNativeBalances(context, ofKind('wallet')),
    readContractOwners(context, ofKind('contract')),
    labelLocks(context, ofKind('contract')),
  ])
}

/** Source of the labels of locks. */
const LOCKS = 'locks'

/** The lists name the programs of lockers. Each lock is an account of such a program, so it has the locker's label. */
async function labelLocks({ store, adapter, token: { network }, head, signal }: ReadContext, contracts: readonly Address[]): Promise<void> {
  if (adapter.accountPrograms === undefined || contracts.length === 0) return
  const programs = await adapter.accountPrograms(contracts, head, signal)
  const listed = await store.read.labels({ network, addresses: [...new Set(programs.values())] })
  const lockers = new Map(listed.flatMap((label) => (label.tags.includes('vesting') ? [[label.address, label]] : [])))
  const rows = [...programs].flatMap(([address, program]) => {
    const locker = lockers.get(program)
    return locker === undefined ? [] : [{ ...locker, address }]
  })
  if (rows.length > 0) await store.write.saveLabels({ network, source: LOCKS, rows })
}

/** The owners of contracts, read again in every job. */
async function readContractOwners({ store, adapter, token, head, signal }: ReadContext, contracts: readonly Address[]): Promise<void> {
  if (adapter.contractOwners === undefined || contracts.length === 0) return
  await store.write.saveContractOwners({ token, contracts, rows: await adapter.contractOwners(contracts, head, signal) })
}

/** The accounts with a role in the token's code, read again in every job. */
async function readGrantedRoles({ store, adapter, token, head, signal }: ReadContext, since: number, creator: Address | null): Promise<void> {
  const rows = (await adapter.grantedRoles?.({ token: token.address, since, creator }, head, signal)) ?? null
  if (rows !== null) await store.write.saveGrantedRoles({ token, rows })
}

/** The wallets' balances of the native coin, read again in every job. */
async function readNativeBalances({ store, adapter, token: { network }, head, signal }: ReadContext, wallets: readonly Address[]): Promise<void> {
  for (const page of partsOf(wallets, ADDRESSES_PER_PAGE)) {
    const rows = await adapter.nativeBalances(page, head, signal)
    await store.write.saveNativeBalances({ network, rows })
  }
}

/** Returns the kinds of addresses from the store, after reading the missing ones from the chain into it. */
export async function readAccountKinds(
  context: ReadContext,
  addresses: readonly Address[],
  progress: ReadContext['progress'] = () => undefined,
): Promise<ReadonlyMap<Address, AccountKind>> {
  const { store, adapter, token, head, signal } = context
  const unique = [...new Set(addresses)]
  const stored = await store.read.accounts({ network: token.network, addresses: unique })
  const kinds = new Map(stored.filter((fact) => fact.kind !== 'unknown').map((fact) => [fact.address, fact.kind]))
  const unknown = unique.filter((address) => !kinds.has(address))
  for (let i = 0; i < unknown.length; i += ADDRESSES_PER_PAGE) {
    progress(unique.length - unknown.length + i, unique.length)
    const read = await adapter.accountKinds(unknown.slice(i, i + ADDRESSES_PER_PAGE), head, signal)
    const rows = [...read].map(([address, kind]) => ({ address, kind }))
    await store.write.saveAccounts({ network: token.network, rows })
    for (const { address, kind } of rows) kinds.set(address, kind)
  }
  progress(unique.length, unique.length)
  return kinds
}
