import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Funding } from '../../../../src-shared/domain/token.ts'
import { countOf, grouped } from '../../../../src-shared/domain/shown.ts'
import { AppError } from '../../../lib/app-error.ts'
import { done, storedToken, type ReadContext, type Stage, type StageContext, type StageResult } from '../stage.ts'
import { readRelayers } from './activities.ts'
import { readFirstFunders } from './first-funders.ts'
import { topFunders } from './funding-targets.ts'
import { readPayments } from './payments.ts'

/** Funders whose own first funder is read, one hop above the holders: each costs about as many calls as a holder. */
const MAX_FUNDERS = 500
/** First trades whose buyers are read even if they no longer hold the token. */
const FIRST_TRADES = 200

/** First funders of the largest holders, the creator and the first buyers, then of those funders. Other payments among them follow. */
export const readFundingStage: Stage = (context) => skippedWithoutState(() => readFunding(context))

/** The result of `read`. If the endpoint lacks the historical state that first funders need, the reason for skipping them. */
export async function skippedWithoutState<T>(read: () => Promise<T>): Promise<T | Extract<StageResult, { state: 'skipped' }>> {
  try {
    return await read()
  } catch (error) {
    if (!needsArchive(error)) throw error
    return {
      state: 'skipped',
      message: 'The endpoint does not keep historical state, so first funders were not searched; set an archive endpoint.',
    }
  }
}

/** Adapters mark a fault caused by missing historical state in its facts. */
const needsArchive = (error: unknown): boolean => error instanceof AppError && error.facts['kind'] === 'no_state'

async function readFunding(context: StageContext): Promise<StageResult> {
  const wallets = await selectWallets(context)
  const { fundings, notes } = await readFundingOf(context, wallets, wallets)
  const unknown = fundings.filter((funding) => funding.funder === null).length
  if (unknown === 0) return done(notes)
  // The stage's counter is not this number, because it also counts funders and payment queries.
  const searched = countOf(fundings.length, 'wallet')
  const cut = fundings.filter(({ proof }) => proof === 'cut').length
  const reason = cut === 0 ? '' : `; the endpoint does not list the first transactions of ${grouped(cut)} of these`
  return done([`No first funder was found for ${grouped(unknown)} of ${searched} (holders, early buyers and creator)${reason}.`, ...notes])
}

/** The largest holders, the creator and the first buyers. */
export async function selectWallets(context: Omit<ReadContext, 'head'>): Promise<Address[]> {
  const { store, token, options } = context
  const { creator } = await storedToken(context)
  const holders = (await store.read.holders({ token, limit: options.depth })).map((holding) => holding.address)
  return [...new Set([...holders, ...(creator === null ? [] : [creator]), ...(await earlyBuyers(context))])]
}

/**
 * Reads the activity of accounts that signed buys for `wallets`, the first funders of `wallets`, those of their funders, and the payments of `wallets`.
 * Returns the first fundings of the wallets and of all `selected` ones that share a funder with them.
 *
 * @param selected includes `wallets`
 */
export async function readFundingOf(
  context: ReadContext,
  wallets: readonly Address[],
  selected: readonly Address[],
): Promise<{ readonly fundings: readonly Funding[]; readonly notes: readonly string[] }> {
  const { store, token } = context
  const counter = { read: 0, total: 0 }
  await readRelayers(context, wallets)
  await readFirstFunders(context, wallets, counter)
  const all = await store.read.funding({ network: token.network, wallets: selected })
  const asked = new Set(wallets)
  const own = all.filter(({ wallet }) => asked.has(wallet))
  await readFirstFunders(context, topFunders(own, MAX_FUNDERS), counter)
  const funders = new Set(own.map(({ funder }) => funder))
  const fundings = all.filter(({ wallet, funder }) => asked.has(wallet) || (funder !== null && funders.has(funder)))
  return { fundings, notes: await readPayments(context, wallets, fundings, counter) }
}

/** Snipers and bundlers who sold out hold nothing, but their funders are the strongest evidence. */
async function earlyBuyers({ store, token }: Pick<ReadContext, 'store' | 'token'>): Promise<Address[]> {
  const { network, address } = token
  const { trades } = await store.read.trades({ network, by: 'token', address, sort: 'asc', limit: FIRST_TRADES, after: null })
  return trades.flatMap(({ tokenOut, receiver, signer }) => (tokenOut.token === address ? [receiver ?? signer] : []))
}
