import type { Address } from '../../../../src-shared/domain/address.ts'
import type { Funding } from '../../../../src-shared/domain/token.ts'
import { getQuotes } from '../../../prices/quotes.ts'
import { readAccountKinds } from '../accounts.ts'
import { storedToken, type ReadContext } from '../stage.ts'
import { MAX_TRADES, readActivities } from './activities.ts'
import { readFirstFunders, type FundingProgress } from './first-funders.ts'
import { hubsAmong } from './funding-targets.ts'
import { openPaymentReader } from './payment-reader.ts'
import { commonFunders, planOnwardQueries, planPaymentQueries, selectRecipients, type PaymentFacts } from './payment-queries.ts'

const MAX_TRANSFERS = 20_000

/**
 * Reads each wallet's payments after the first, in the native coin and, if they pay for the token, in stablecoins. Also reads the activity of common
 * funders, and of unknown wallets that two of the wallets paid. Returns notes about what was left out.
 *
 * @param wallets holders read in detail, the creator and early buyers
 */
export async function readPayments(
  context: ReadContext,
  wallets: readonly Address[],
  fundings: readonly Funding[],
  counter: FundingProgress,
): Promise<string[]> {
  const facts = await gatherFacts(context, wallets, fundings)
  const funders = [...commonFunders(facts).keys()]
  await readActivities(context, funders)
  const reader = await openPaymentReader(context, counter)
  const payments = await reader.read(planPaymentQueries(facts))
  const recipients = selectRecipients(payments, funders)
  await readFirstFunders(context, [...recipients.keys()], counter, recipients)
  const parties = [...new Set(payments.flatMap(({ from, to }) => [from, to]))]
  const hubs = await readHubs(context, parties)
  const onwardQueries = planOnwardQueries(payments, { wallets, now: facts.now, hubs, kinds: await readAccountKinds(context, parties) })
  const paidByTwo = onwardQueries.map(({ wallet }) => wallet)
  await readActivities(context, paidByTwo)
  const onward = await reader.read(onwardQueries)
  const receivers = onward.map(({ to }) => to)
  await readAccountKinds(context, receivers)
  return reader.notes()
}

const readHubs = async ({ store, token }: ReadContext, addresses: readonly Address[]): Promise<ReadonlySet<string>> =>
  hubsAmong(await store.read.labels({ network: token.network, addresses }))

async function gatherFacts(context: ReadContext, wallets: readonly Address[], fundings: readonly Funding[]): Promise<PaymentFacts> {
  const { store, token, head } = context
  const { creator, createdAt, totalSupply } = await storedToken(context)
  const [trades, transfers] = await Promise.all([
    store.read.tokenTrades({ token, limit: MAX_TRADES }),
    store.read.transfers({ token, limit: MAX_TRANSFERS }),
  ])
  const selected = new Set(wallets)
  const pools = new Set((await store.read.pools(token)).map(({ address }) => address))
  const moved = transfers.filter(({ from, to }) => (selected.has(from) || selected.has(to)) && !pools.has(from) && !pools.has(to))
  const parties = [...new Set([...wallets, ...fundings.flatMap(({ funder }) => funder ?? [])])]
  return {
    ...{ wallets, creator, createdAt, supply: totalSupply, now: head.time, token: token.address, fundings, trades, transfers: moved },
    stablecoins: getQuotes(token.network).stables,
    hubs: await readHubs(context, [...parties, ...moved.flatMap(({ from, to }) => [from, to])]),
    kinds: await readAccountKinds(context, parties),
  }
}
