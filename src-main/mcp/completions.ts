import { ProtocolError, ProtocolErrorCode, type CompleteRequestParams } from '@modelcontextprotocol/server'
import type { Client } from '../../src-client/client.ts'
import { isNetworkId, NETWORK_IDS } from '../../src-shared/networks.ts'
import { PROMPTS } from './prompts.ts'
import { resourceTemplates } from './resources.ts'

/** Values for the arguments of prompts and of resource templates: networks, and stored tokens and snapshots. Names from chains are never offered. */

/** The protocol's limit for one answer. */
const MAX_VALUES = 100
/** Maximum number of tokens that are offered. */
const MAX_TOKENS = 200

export async function completeArgument(client: Client, { ref, argument, context }: CompleteRequestParams) {
  const isKnown =
    ref.type === 'ref/prompt' ? PROMPTS.some(({ name }) => name === ref.name) : resourceTemplates().some(({ uriTemplate }) => uriTemplate === ref.uri)
  if (!isKnown) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such prompt or resource template.')
  const values = await valuesFor(client, argument.name, context?.arguments ?? {})
  const matching = values.filter((value) => value.startsWith(argument.value))
  return { values: matching.slice(0, MAX_VALUES), total: matching.length, hasMore: matching.length > MAX_VALUES }
}

async function valuesFor(client: Client, name: string, chosen: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { network } = chosen
  if (name === 'network') return NETWORK_IDS
  if (name === 'token_address' || name === 'token') {
    const { tokens } = (await client.call('localTokens', { query: { limit: MAX_TOKENS } })).value
    return tokens.filter((token) => network === undefined || token.network === network).map(({ address }) => address)
  }
  const { token } = chosen
  if (name !== 'timestamp' || network === undefined || !isNetworkId(network) || token === undefined) return []
  return (await client.call('snapshots', { params: { network, token_address: token } })).value.snapshots.map(String).toReversed()
}
