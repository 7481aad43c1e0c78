import type { SourceTest } from '../../../src-shared/contract/records/service.ts'
import { parseAddress } from '../../../src-shared/domain/parse-address.ts'
import { NETWORK_IDS, NETWORKS } from '../../../src-shared/networks.ts'
import { liveAnswer } from '../http/answer.ts'
import type { Handler } from '../context.ts'

/** Tests the capabilities of every endpoint of a network. */
export const testSource: Handler<'testSource'> = async ({ body }, { sources, clock }) => {
  const results = await sources.probe(body.network)
  const value: SourceTest = {
    network: body.network,
    endpoints: results.map(({ endpoint, found, fault }) => ({
      endpoint,
      ok: found !== null,
      message: fault,
      head: found?.head ?? null,
      archive: found?.archive ?? null,
      traces: found?.traces ?? null,
      simulate: found?.simulate ?? null,
      logs_max_range: found?.logsMaxRange ?? null,
      events: found?.events ? { since: found.events.since, is_cut: found.events.isCut } : null,
      batches: found?.batches ?? null,
      pace: found?.pace ? { per_second: found.pace.perSecond, is_limit: found.pace.isLimit } : null,
      typical_calls: found?.typicalCalls ?? null,
      sentences: [...(found?.sentences ?? [])],
    })),
  }
  return liveAnswer(value, clock)
}

/** Sets the endpoints of a network and returns them as they may be shown. */
export const setSource: Handler<'setSource'> = async ({ params: { network }, body }, { sources, clock }) => {
  await sources.change(network, body)
  return liveAnswer({ network, endpoints: [...sources.shown(network)], set_by: sources.setBy(network) }, clock)
}

/** Excludes Sui, where a token is a coin type and cannot be mistaken for a wallet. */
const SHARED_FORM = NETWORK_IDS.filter((network) => NETWORKS[network].family !== 'sui')

/** The kind of an address on each network on which it is valid. */
export const addressKinds: Handler<'addressKinds'> = async ({ params }, { sources, store, clock }) => {
  const networks = await Promise.all(
    SHARED_FORM.map(async (network) => {
      const parsed = parseAddress(network, params.address)
      if (!parsed.ok) return []
      const { address } = parsed
      const [kind, token] = await Promise.all([sources.accountKind(network, address), store.read.token({ network, address })])
      return [{ network, kind, is_stored: token !== null }]
    }),
  )
  return liveAnswer({ networks: networks.flat() }, clock)
}
