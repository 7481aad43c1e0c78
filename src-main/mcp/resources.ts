import { ApiError } from '../../src-client/api-error.ts'
import type { Client } from '../../src-client/client.ts'
import type { RouteId } from '../../src-shared/contract/routes.ts'
import { AppError } from '../lib/app-error.ts'
import { callRoute, dataOfParts, finish, readEnvelope, type ToolAnswer } from './call-tool.ts'
import { cutToSize } from './cut.ts'
import { showInvisible } from './quoted.ts'

/** Stored records by address, for readers that attach documents. */

interface Template {
  readonly uriTemplate: string
  readonly name: string
  readonly description: string
  readonly route: RouteId
  readonly pattern: RegExp
}

const TEMPLATES: readonly Template[] = [
  {
    uriTemplate: 'holderscope://{network}/{token}/snapshots/{timestamp}',
    name: 'snapshot',
    description: 'A snapshot of the holders of a token by its timestamp in Unix seconds; it never changes.',
    route: 'snapshot',
    pattern: /^holderscope:\/\/(?<network>[a-z]+)\/(?<token_address>[^/]+)\/snapshots\/(?<timestamp>\d+)$/,
  },
  {
    uriTemplate: 'holderscope://{network}/{token}/scan/latest',
    name: 'latest scan',
    description: 'The newest security scan of a token with its ledger.',
    route: 'localScan',
    pattern: /^holderscope:\/\/(?<network>[a-z]+)\/(?<token_address>[^/]+)\/scan\/latest$/,
  },
]

const MIME_TYPE = 'application/json'

export const resourceTemplates = () =>
  TEMPLATES.map(({ uriTemplate, name, description }) => ({ uriTemplate, name, description, mimeType: MIME_TYPE }))

const LISTED_TOKENS = 50

/** The newest snapshot of each stored token, named by its address and not by the token's name, which is untrusted. */
export async function listResources(client: Client) {
  const { tokens } = (await client.call('localTokens', { query: { limit: LISTED_TOKENS } })).value
  const lists = await Promise.all(
    tokens.map(async ({ network, address, snapshots }) => {
      if (snapshots === 0) return []
      const listed = (await client.call('snapshots', { params: { network, token_address: address } })).value.snapshots
      const uri = `holderscope://${network}/${encodeURIComponent(address)}/snapshots/${listed.at(-1) ?? 0}`
      return [{ uri, name: `${network} ${address} at ${listed.at(-1) ?? 0}`, mimeType: MIME_TYPE }]
    }),
  )
  return lists.flat()
}

/** @throws AppError for an unknown address */
export async function readResource(client: Client, uri: string): Promise<ToolAnswer> {
  for (const { pattern, route } of TEMPLATES) {
    const values = pattern.exec(uri)?.groups
    if (values === undefined) continue
    const answer = await callRoute(client, route, { ...values, token_address: decodeToken(values['token_address'] ?? '') })
    const parts = [{ name: route === 'snapshot' ? 'snapshot' : 'scan', answer }]
    return finish(readEnvelope(parts), cutToSize(showInvisible(dataOfParts(parts)) as Record<string, unknown>, null), null)
  }
  throw new AppError('not_found', { message: 'There is no resource at this address.' })
}

function decodeToken(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    throw new ApiError({ code: 'validation_error', status: 422, sentence: `The address of the token is not encoded as in a URL: ${String(error)}.` })
  }
}
