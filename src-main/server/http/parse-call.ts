import { LRUCache } from 'lru-cache'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { z } from 'zod'
import { ROUTES, type RouteBody, type RouteDef, type RouteId, type RouteParams, type RouteQuery } from '../../../src-shared/contract/routes.ts'
import { tokenParams } from '../../../src-shared/contract/schema.ts'
import { ADDRESS_MAX_LENGTH, type TokenKey } from '../../../src-shared/domain/address.ts'
import { parseTokenAddress } from '../../../src-shared/domain/parse-address.ts'
import { NETWORKS, NETWORK_IDS, isNetworkId, type MetricNeed, type NetworkId } from '../../../src-shared/networks.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Awaitable } from '../../lib/awaitable.ts'
import { issueMessage } from '../../lib/issue-message.ts'
import type { Caller } from '../auth/caller.ts'
import { readFileBody, readJsonBody } from './read-body.ts'
import { InputError, inputError, type Issue } from './input-error.ts'

/** Routes whose body is a file and is not parsed as JSON. */
export const FILE_ROUTES = ['importFile', 'checkCaseFile', 'importCaseFile'] as const satisfies readonly RouteId[]
type FileRoute = (typeof FILE_ROUTES)[number]
const isFileRoute = (id: RouteId): id is FileRoute => (FILE_ROUTES as readonly RouteId[]).includes(id)

/** A parsed call, with the token in its normal form. */
export interface Call<Id extends RouteId> {
  readonly params: RouteParams<Id>
  readonly query: RouteQuery<Id>
  readonly body: Id extends FileRoute ? Buffer : RouteBody<Id>
  /** Present on routes about one token. */
  readonly token: RouteParams<Id> extends { token_address: string } ? TokenKey : null
  readonly headers: IncomingHttpHeaders
  /** Null on open routes. */
  readonly caller: Caller | null
  /** Aborts when the client disconnects. */
  left(): AbortSignal
}

export interface RawCall {
  /** As in the limits of the server. */
  readonly bodyMs: number
  readonly params: unknown
  readonly query: unknown
  readonly request: IncomingMessage
  readonly caller: Caller | null
  left(): AbortSignal
}

/**
 * Checks a call in the order of the contract: values, then whether the network has the metric, then the address. Reads nothing from the store until
 * everything is valid. Synchronous except for routes with a body.
 *
 * @throws AppError validation_error (InputError), unsupported_network, too_large, unsupported_media_type.
 */
export function parseCall<Id extends RouteId>(id: Id, raw: RawCall): Awaitable<Call<Id>> {
  const route: RouteDef = ROUTES[id]
  const { params, query, token } = parseUrl(route, raw)
  // These types are inferred from the same schemas, but the compiler cannot see that through a table.
  const callWith = (body: unknown): Call<Id> =>
    ({ params, query, body, token, headers: raw.request.headers, caller: raw.caller, left: raw.left }) as unknown as Call<Id>
  return route.body === undefined ? callWith(undefined) : parseBody(id, route.body, raw, route.bodyLimit ?? 0).then(callWith)
}

function parseUrl(route: RouteDef, { params: rawParams, query: rawQuery }: RawCall): { params: unknown; query: unknown; token: TokenKey | null } {
  const checked = route.params === tokenParams ? checkedToken(rawParams) : undefined
  const params = checked === undefined ? parseParams(route, rawParams) : rawParams
  refuseForeignNetwork(rawQuery, 'query')
  const query = parse(route.query, rawQuery, 'query')
  const network = networkOf(params)
  if (route.needs !== undefined && network !== null && !NETWORKS[network].publicMetrics[route.needs]) {
    throw new AppError('unsupported_network', {
      message: `${upperFirst(route.needs)} are computed on ${networksWith(route.needs)}, not on ${network}.`,
    })
  }
  return { params, query, token: checked ?? (network === null ? null : tokenOf(network, params)) }
}

function parseParams({ params }: RouteDef, raw: unknown): unknown {
  refuseForeignNetwork(raw, 'path')
  refuseLongAddress(raw)
  return parse(params, raw, 'path')
}

async function parseBody(id: RouteId, schema: z.ZodType, { request, bodyMs }: RawCall, limit: number): Promise<unknown> {
  if (isFileRoute(id)) return readFileBody(request, limit, bodyMs)
  return parse(schema, await readJsonBody(request, limit, bodyMs), 'body')
}

function parse(schema: z.ZodType | undefined, value: unknown, where: string): unknown {
  if (schema === undefined) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new InputError(
    result.error.issues.map((issue): Issue => ({
      loc: [where, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))],
      msg: sentenceOf(issueMessage(issue)),
      type: issue.code ?? 'custom',
    })),
  )
}

const field = (values: unknown, name: string): unknown =>
  typeof values === 'object' && values !== null ? (values as Record<string, unknown>)[name] : undefined

function refuseForeignNetwork(values: unknown, where: string): void {
  const network = field(values, 'network')
  if (typeof network !== 'string' || isNetworkId(network)) return
  throw new AppError('unsupported_network', { message: `The ${where} names an unknown network; the networks are ${NETWORK_IDS.join(', ')}.` })
}

function refuseLongAddress(params: unknown): void {
  const address = field(params, 'token_address')
  if (typeof address === 'string' && address.length > ADDRESS_MAX_LENGTH) {
    throw new AppError('too_large', { message: `The address is longer than the ${ADDRESS_MAX_LENGTH} characters that any address has.` })
  }
}

function networkOf(params: unknown): NetworkId | null {
  const network = field(params, 'network')
  return typeof network === 'string' && isNetworkId(network) ? network : null
}

function tokenOf(network: NetworkId, params: unknown): TokenKey | null {
  const text = field(params, 'token_address')
  return typeof text === 'string' ? parseToken(network, text, ['path', 'token_address']) : null
}

/** Token addresses that passed the check. Decoding base58 takes 9 µs and an EVM checksum 15 µs, a third of a call. */
const CHECKED_TOKENS: ReadonlyMap<unknown, LRUCache<string, TokenKey>> = new Map(NETWORK_IDS.map((id) => [id, new LRUCache({ max: 1_000 })]))

/** The token named by the path parameters, if they passed every check in an earlier call. */
function checkedToken(params: unknown): TokenKey | undefined {
  const text = field(params, 'token_address')
  return typeof text === 'string' ? CHECKED_TOKENS.get(field(params, 'network'))?.get(text) : undefined
}

/** @throws InputError naming the field when the text is not a token address of the network */
export function parseToken(network: NetworkId, text: string, loc: Issue['loc']): TokenKey {
  const checkedTokens = CHECKED_TOKENS.get(network)
  const checked = checkedTokens?.get(text)
  if (checked !== undefined) return checked
  const parsed = parseTokenAddress(network, text)
  if (!parsed.ok) throw inputError(loc, parsed.reason, 'address')
  const token = { network, address: parsed.address }
  checkedTokens?.set(text, token)
  return token
}

/** Messages of our own schemas are sentences already. */
const sentenceOf = (text: string): string => (/^[a-z]/.test(text) ? `This ${text}.` : text)

const upperFirst = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const networksWith = (metric: MetricNeed): string => NETWORK_IDS.filter((id) => NETWORKS[id].publicMetrics[metric]).join(' and ')
