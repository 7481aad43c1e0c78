import type { Address } from '../../../../src-shared/domain/address.ts'
import { countOf, grouped } from '../../../../src-shared/domain/shown.ts'
import { AppError } from '../../../lib/app-error.ts'
import { fundersOf } from '../decide.ts'
import { done, storedToken, type Stage, type StageContext, type StageResult } from '../stage.ts'
import { readFirstFunders } from './first-funders.ts'
import { readPayments } from './payments.ts'

/** Funders looked up one hop above the holders: each costs about as many calls as a holder. */
const MOST_FUNDERS = 500
/** Trades at a token's birth whose buyers are looked up even when they hold nothing any more. */
const FIRST_TRADES = 200

/** First native coin of the largest holders, the creator and the first buyers, then of those who paid them, then what else they paid each other. */
export const readFundingStage: Stage = async (context) => {
  try {
    return await readFundingOf(context)
  } catch (error) {
    if (!lacksOldState(error)) throw error
    return { state: 'skipped', message: 'The endpoint keeps no old state, so first funders were not looked for; set an archive endpoint.' }
  }
}

/** An adapter says in the facts of its fault that state of an old block was asked for and is not kept. */
const lacksOldState = (error: unknown): boolean => error instanceof AppError && error.facts['kind'] === 'no_state'

async function readFundingOf(context: StageContext): Promise<StageResult> {
  const { store, token, options, engine } = context
  const { creator } = await storedToken(context)
  const holders = (await store.read.holders({ token, limit: options.depth })).map((holding) => holding.address)
  const wallets = [...new Set([...holders, ...(creator === null ? [] : [creator]), ...(await earlyBuyers(context))])]
  const counter = { read: 0, total: 0 }
  await readFirstFunders(context, wallets, counter)
  const fundings = await store.read.funding({ network: token.network, wallets })
  await readFirstFunders(context, fundersOf(fundings, MOST_FUNDERS), counter)
  const notes = await readPayments(context, wallets, fundings, counter)
  engine.factsChanged(token)
  const undecided = fundings.filter((funding) => funding.funder === null).length
  if (undecided > 0) {
    // The stage counts the wallets that it asked about, funders among them.
    const looked = countOf(fundings.length, 'wallet')
    notes.unshift(
      `No first funder could be told for ${grouped(undecided)} of ${looked} among holders, early buyers and creator; each has its reason.`,
    )
  }
  return done(notes.length === 0 ? null : notes.join(' '))
}

/** Who bought among the first trades: snipers and bundlers who sold out hold nothing, and who paid them says most. */
async function earlyBuyers({ store, token }: StageContext): Promise<Address[]> {
  const { network, address } = token
  const { trades } = await store.read.trades({ network, by: 'token', address, sort: 'asc', limit: FIRST_TRADES, after: null })
  return trades.flatMap(({ tokenOut, receiver, signer }) => (tokenOut.token === address ? [receiver ?? signer] : []))
}
