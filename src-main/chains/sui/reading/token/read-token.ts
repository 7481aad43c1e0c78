import type { GrpcTypes } from '@mysten/sui/grpc'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { TokenInfo } from '../../../../../src-shared/domain/token.ts'
import { parseIsoSeconds } from '../../../../../src-shared/domain/unix-time.ts'
import { AppError } from '../../../../lib/app-error.ts'
import type { BlockRef } from '../../../adapter.ts'
import { NodeFault } from '../../../rpc/node-fault.ts'
import { cleanName } from '../../../../lib/clean-name.ts'
import { decodeSuiTransaction } from '../../decode/decode-transaction.ts'
import { parseSuiAddress } from '../../encoding/move-type.ts'
import { readDecimals } from '../../rpc/decimals.ts'
import { PUBLISHER } from '../../rpc/graphql-queries.ts'
import { MAINNET, readServiceInfo, type SuiNode } from '../../rpc/node.ts'
import { ownerOf, readObjects } from '../../rpc/objects.ts'
import { anyOf, emits } from '../../rpc/scan/filter.ts'
import { scanTransactions } from '../../rpc/scan/scan.ts'
import { VENUE_EVENTS } from '../../venues/registry.ts'
import { packageOf, readPublication } from './publication.ts'

/** A launchpad emits its event shortly after a coin's publication. The event is searched in this many checkpoints (about 4 minutes). */
const LAUNCH_CHECKPOINTS = 1_000

interface Creation {
  readonly creator: Address | null
  readonly block: number | null
  readonly time: number | null
  readonly tx: string | null
  readonly note: string | null
}

/** Metadata, treasury and regulation of a coin (`StateService.GetCoinInfo`); null when the coin does not exist. */
export async function readCoinInfo({ grpc }: SuiNode, coin: Address, signal: AbortSignal): Promise<GrpcTypes.GetCoinInfoResponse | null> {
  return grpc.unaryOrNull('stateService', 'getCoinInfo', { coinType: coin }, signal)
}

/** Raw units; null if the coin's treasury is not visible. */
export async function readSupply(node: SuiNode, coin: Address, signal: AbortSignal): Promise<bigint | null> {
  return (await readCoinInfo(node, coin, signal))?.treasury?.totalSupply ?? null
}

/** Metadata, supply, creator and holder of the treasury; null when the coin does not exist. */
export async function readToken(node: SuiNode, coin: Address, at: BlockRef, signal: AbortSignal): Promise<TokenInfo | null> {
  const { grpc } = node
  const info = await readCoinInfo(node, coin, signal)
  if (info === null || (info.metadata === undefined && info.treasury === undefined)) return null
  const supply = info.treasury?.totalSupply
  if (supply === undefined) {
    throw new AppError('source_unavailable', {
      message: `${grpc.hosts} does not know the supply of this coin, because its treasury is hidden inside another object; shares cannot be computed.`,
    })
  }
  const decimals = readDecimals(info)
  const { chain } = await readServiceInfo(node, signal)
  const birth = await findCreation(node, coin, at, signal)
  const treasury = info.treasury?.id === undefined ? null : parseSuiAddress(info.treasury.id)
  return {
    network: 'sui',
    address: coin,
    name: cleanName(info.metadata?.name ?? ''),
    symbol: cleanName(info.metadata?.symbol ?? ''),
    decimals: decimals ?? 0,
    totalSupply: supply,
    logo: safeLogoUrl(info.metadata?.iconUrl),
    creator: birth.creator,
    owner: treasury === null ? null : await readOwner(node, treasury, signal),
    createdAt: birth.time,
    createdBlock: birth.block,
    createdTx: birth.tx,
    origin: 'node',
    asOf: at.time,
    asOfBlock: at.number,
    holderCount: null,
    notes: [
      decimals !== null ? null : 'The coin names no decimals that can be shown, so amounts are in raw units.',
      chain === MAINNET ? null : `Read from a node of the network "${cleanName(chain) ?? 'unnamed'}", not from Sui mainnet.`,
      birth.note,
    ].filter((note) => note !== null),
  }
}

/** Logo URLs are untrusted: only https is accepted, and never inline data. */
function safeLogoUrl(url: string | undefined): string | null {
  return url !== undefined && /^https:\/\/\S{1,500}$/.test(url) ? url : null
}

/** The account that holds the treasury and can mint; null if the treasury is shared, wrapped, frozen or destroyed. */
async function readOwner(node: SuiNode, treasury: Address, signal: AbortSignal): Promise<Address | null> {
  const object = (await readObjects(node, [treasury], signal)).get(treasury)
  return object === undefined ? null : ownerOf(object)
}

/** The creator is named by a launchpad's event; otherwise it is the publisher of the coin's package (docs/detection.md#creator). */
async function findCreation(node: SuiNode, coin: Address, at: BlockRef, signal: AbortSignal): Promise<Creation> {
  const published = await readPublisher(node, coin, signal)
  if (published.block === null) return published
  const named = await findLaunchCreator(node, coin, published.block, at.number, signal)
  return named === null ? published : { ...published, creator: named }
}

const unknownCreation = (note: string): Creation => ({ creator: null, block: null, time: null, tx: null, note })

/** Checkpoint of the coin's publication; null if no endpoint keeps it. */
export async function readPublicationCheckpoint(node: SuiNode, coin: Address, signal: AbortSignal): Promise<number | null> {
  return (await readPublisher(node, coin, signal)).block
}

async function readPublisher(node: SuiNode, coin: Address, signal: AbortSignal): Promise<Creation> {
  const { graphql } = node
  const { digest, tx } = await readPublication(node, coin, signal)
  if (digest === null) return unknownCreation('Creation not found: the endpoint does not know the coin’s package.')
  if (tx !== null) {
    const created = decodeSuiTransaction(tx).find((event) => event.kind === 'token_created' && event.token === coin)
    const creator = created?.kind === 'token_created' ? created.creator : tx.sender
    return { creator, block: tx.checkpoint, time: tx.time, tx: tx.digest, note: null }
  }
  if (!graphql.present)
    return unknownCreation('Creation not found: the gRPC endpoint no longer keeps the publishing transaction. Add a GraphQL endpoint to find it.')
  const answer = await graphql.query(PUBLISHER, { package: packageOf(coin) }, signal)
  const first = answer.package?.previousTransaction
  if (first === null || first === undefined) return unknownCreation('Creation not found: no endpoint keeps the publishing transaction.')
  const time = first.effects?.timestamp
  return {
    creator: first.sender?.address ?? null,
    block: first.effects?.checkpoint?.sequenceNumber ?? null,
    time: typeof time === 'string' ? parseIsoSeconds(time) : null,
    tx: first.digest,
    note: null,
  }
}

async function findLaunchCreator(node: SuiNode, coin: Address, born: number, head: number, signal: AbortSignal): Promise<Address | null> {
  const types = VENUE_EVENTS.filter((row) => row.kind === 'launch').map((row) => [emits(row.type)])
  const to = Math.min(born + LAUNCH_CHECKPOINTS, head)
  try {
    for await (const { transactions } of scanTransactions({ grpc: node.grpc, filter: anyOf(types), from: born, to, signal })) {
      const created = transactions.flatMap((tx) => decodeSuiTransaction(tx)).find((event) => event.kind === 'token_created' && event.token === coin)
      if (created?.kind === 'token_created') return created.creator
    }
  } catch (error) {
    if (!(error instanceof NodeFault) || error.kind === 'busy' || error.kind === 'unreachable') throw error
  }
  return null
}
