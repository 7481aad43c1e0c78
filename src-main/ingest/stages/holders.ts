import type { Address } from '../../../src-shared/domain/address.ts'
import { sumRaw } from '../../../src-shared/domain/amount.ts'
import type { Holding } from '../../../src-shared/domain/token.ts'
import type { HolderSource } from '../../chains/adapter.ts'
import { mapLimited } from '../../lib/map-limited.ts'
import { partsOf } from '../../lib/parts-of.ts'
import { settleAll } from '../../lib/settle-all.ts'
import { checkListedHolders } from './checks/listed-holders.ts'
import { repairTransfers } from './checks/repair-transfers.ts'
import { hiddenBalancesRead, stageRead } from './first-read.ts'
import { balanceNotes, checkBalances, listNotes, supplyNote, unissuedNote, unknownNote, type BalanceCheck } from './holder-checks.ts'
import { readPoolsOf } from './pools.ts'
import { addNotes, done, storedToken, tokenInfo, wantedRange, type Stage, type StageContext } from './stage.ts'

const WALLETS_PER_PAGE = 400
const CONCURRENCY = 4
/** Reads of sums that rose among the largest, each of at most as many wallets as are wanted. */
const MAX_ROUNDS = 8

/**
 * Sums transfers into balances, then replaces the largest with the balances that the chain returns at the pinned block. A wallet that sent more
 * than it received may still be one of the largest. Where both differ, or a sample of the transfers is wrong, wrong blocks are read again
 * (docs/chains.md#cross-checks).
 */
const replayHolders: Stage = async (context) => {
  const { store } = context
  let balances = await sumAndRead(context)
  const repair = await repairTransfers(context, balances.different, async () => {
    balances = await sumAndRead(context)
    return balances.different
  })
  const whole = await hasAllTransfers(context)
  const cause = repair.isWrong ? 'wrong' : whole ? 'token' : 'partial'
  const stored = await storedToken(context)
  const unissued = !whole || repair.issued === null ? null : unissuedNote(balances, repair.issued, stored.totalSupply)
  const notes = [
    ...repair.notes,
    ...balanceNotes(balances, balances.checked, { cause, movesAlone: repair.movesAlone }),
    ...[supplyNote(balances, stored.totalSupply), unissued, whole ? unknownNote(balances.unknown) : null].filter((note) => note !== null),
  ]
  const info = tokenInfo(stored)
  const counted = whole && balances.unknown === 0
  await store.write.saveToken({
    ...info,
    holderCount: counted ? stored.holdersKnown : null,
    forgets: counted ? [] : ['holderCount'],
    notes: [...info.notes.filter((note) => !notes.includes(note)), ...notes],
  })
  return done(notes)
}

interface Summed extends BalanceCheck {
  readonly checked: number
  /** Wallets with impossible sums whose balances were not read either. */
  readonly unknown: number
}

async function sumAndRead(context: StageContext): Promise<Summed> {
  const { store, token, head, options, progress } = context
  const { impossible } = await store.write.replayBalances({ token, block: head.number })
  const summed = [...(await store.read.holders({ token, limit: options.depth })), ...impossible.slice(0, options.depth)]
  const wallets = summed.map(({ address }) => address)
  const read = await readBalancesAtHead(context, wallets, (count) => {
    progress(count, wallets.length)
  })
  await store.write.saveBalances({ token, rows: read, replaceAll: false })
  const check = checkBalances(summed, read)
  if (check.different.length > 0) await readRisen(context, new Set(wallets))
  const known = new Set(read.map(({ address }) => address))
  return { ...check, checked: summed.length, unknown: impossible.filter(({ address }) => !known.has(address)).length }
}

/** If the chain lowered balances, sums that were not read may have risen among the largest. They are read too, so that sums do not rank above balances. */
async function readRisen(context: StageContext, asked: Set<Address>): Promise<void> {
  const { store, token, options } = context
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const largest = await store.read.holders({ token, limit: options.depth })
    const risen = largest.flatMap(({ address, verified }) => (verified || asked.has(address) ? [] : [address]))
    if (risen.length === 0) return
    for (const address of risen) asked.add(address)
    await store.write.saveBalances({ token, rows: await readBalancesAtHead(context, risen), replaceAll: false })
  }
}

/** Balances at the pinned block; a wallet whose balance the token does not return is left out. */
export async function readBalancesAtHead(
  { adapter, token, head, signal }: StageContext,
  wallets: readonly Address[],
  progress: (count: number) => void = () => undefined,
): Promise<Holding[]> {
  let count = 0
  progress(count)
  const pages = await mapLimited(partsOf(wallets, WALLETS_PER_PAGE), CONCURRENCY, async (page) => {
    const read = await adapter.balances(token.address, page, head, signal)
    progress((count += page.length))
    return read
  })
  return pages.flat()
}

/** Whether all transfers of the token from its creation to the pinned block are stored. */
async function hasAllTransfers(context: StageContext): Promise<boolean> {
  const { store, token, head } = context
  const { from } = await wantedRange(context)
  const { createdBlock } = await storedToken(context)
  const covered = await store.read.covered({ token, what: 'transfers' })
  return from <= (createdBlock ?? 0) && covered.some((range) => range.from <= from && range.to >= head.number)
}

/** Lists the holders, which is one long call, and concurrently searches for pools with many short ones. */
const listHolders: Stage = async (context) => {
  // A failure here is ignored: the pools stage reads again and says why.
  const pools = readPoolsOf({ ...context, progress: () => undefined }).catch(() => null)
  const [result] = await settleAll([storeListed(context), pools])
  return result
}

/** Replaces every stored balance with the chain's own list of holders, checked against the supply and accounts. */
const storeListed: Stage = async (context) => {
  const { store, adapter, token, head, engine, signal, progress } = context
  const list = await checkListedHolders(context, await adapter.listHolders(token.address, head, signal))
  await store.write.saveBalances({ token, rows: list.holdings, replaceAll: true })
  const stored = await storedToken(context)
  await store.write.saveToken({
    ...tokenInfo(stored),
    holderCount: list.complete ? stored.holdersKnown : null,
    forgets: list.complete ? [] : ['holderCount'],
  })
  // The supply of wrapped SOL is zero, for example. A list that exceeds any other supply is wrong, which its own note says.
  const supply = stored.totalSupply === 0n ? supplyNote({ held: sumRaw(list.holdings.map(({ raw }) => raw)) }, 0n) : null
  const notes = [...listNotes(list, head), ...(supply === null ? [] : [supply])]
  await addNotes(context, notes)
  await hiddenBalancesRead(store, token, list.hidden === true)
  await stageRead(store, token, 'holders')
  engine.factsChanged(token)
  progress(list.holdings.length, list.holdings.length)
  return done(notes)
}

const READERS: Readonly<Record<HolderSource, Stage>> = { replayed: replayHolders, listed: listHolders }

export const readHoldersStage: Stage = (context) => READERS[context.adapter.holderSource](context)
