import { IN_COMMON_MAX, IN_COMMON_PAGE } from '../../../src-shared/contract/limits.ts'
import type { Address } from '../../../src-shared/domain/address.ts'
import { splitAddresses } from '../../../src-shared/domain/address-list.ts'
import { parseTokenAddress } from '../../../src-shared/domain/parse-address.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { walletOverview as readOverview } from '../../engine/wallet-overview.ts'
import type { Handler } from '../context.ts'
import { liveAnswer } from '../http/answer.ts'
import { inputError } from '../http/input-error.ts'
import { parseOne } from '../http/parse-addresses.ts'
import { noCase } from './shared/case-of-request.ts'

/** One wallet across all stored tokens. For a wallet that no stored row names, the answer has no tokens. */
export const walletOverview: Handler<'walletOverview'> = async ({ params: { network, wallet } }, { store, engine, clock }) =>
  liveAnswer(await readOverview({ store, engine }, { network, wallet: parseOne(network, wallet, ['path', 'wallet']) }), clock)

const firstAndMost = ({ offset = 0, limit = IN_COMMON_PAGE }: { readonly offset?: number | undefined; readonly limit?: number | undefined }) => ({
  offset,
  limit,
})

/** What several stored tokens have in common. */
export const inCommon: Handler<'inCommon'> = async ({ params: { network }, query }, { engine, clock }) => {
  const tokens = parseTokens(network, query.tokens)
  return liveAnswer(await engine.across('inCommon', { network, tokens, ...firstAndMost(query) }), clock)
}

/** Wallets that were early in several stored tokens. */
export const serial: Handler<'serial'> = async ({ params: { network }, query }, { store, engine, clock }) => {
  const claims = query.case === undefined ? null : await store.read.caseClaims({ id: query.case, network })
  if (query.case !== undefined && claims === null) throw noCase()
  return liveAnswer(await engine.across('serial', { network, claims, ...firstAndMost(query) }), clock)
}

/** @throws InputError for fewer than two tokens, too many, or an address that is not a token's */
function parseTokens(network: NetworkId, text: string): Address[] {
  const loc = ['query', 'tokens'] as const
  const tokens = splitAddresses(text).map((part, at) => {
    const parsed = parseTokenAddress(network, part)
    if (!parsed.ok) throw inputError([...loc, at], parsed.reason, 'address')
    return parsed.address
  })
  const distinct = [...new Set(tokens)]
  if (distinct.length < 2 || distinct.length > IN_COMMON_MAX)
    throw inputError([...loc], `Between 2 and ${IN_COMMON_MAX} different tokens are needed.`, 'count')
  return distinct
}
