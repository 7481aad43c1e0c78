import { grouped } from '../../../src-shared/domain/shown.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import { ARCHIVE_SERVICES, type ArchiveNetwork, type ArchiveService } from '../../../src-shared/services.ts'
import { ArchiveFault } from '../../chains/archive/fault.ts'
import { readFinalizedHead } from '../../chains/archive/head.ts'
import type { ArchiveAccess } from '../../chains/archive/request.ts'
import { readArchive } from '../../chains/archive/stream/read-stream.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Adapters } from '../adapters.ts'

export interface TestedArchive {
  readonly service: ArchiveService
  readonly network: ArchiveNetwork
  readonly ok: boolean
  /** The result, or the problem and how to fix it. */
  readonly sentences: readonly string[]
}

const TIMEOUT_MS = 20_000
const BUDGET = { calls: 6, bytes: 2 ** 20 }
const QUERY = { fields: { block: { number: true, hash: true } }, includeAllBlocks: true }
/** Solana slots can be empty. Runs of more than a few empty slots have been rare. */
const MAX_SKIPPED = 32

/** Reads the head and one old block of a data set, and compares the block with the node's. Names no token and no wallet. Never rejects. */
export async function testArchive(
  network: ArchiveNetwork,
  access: ArchiveAccess,
  adapters: Pick<Adapters, 'canRead' | 'get'>,
): Promise<TestedArchive> {
  return { service: ARCHIVE_SERVICES[access.protocol], network, ...(await compare(network, access, adapters)) }
}

async function compare(
  network: ArchiveNetwork,
  access: ArchiveAccess,
  adapters: Pick<Adapters, 'canRead' | 'get'>,
): Promise<Pick<TestedArchive, 'ok' | 'sentences'>> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const head = await readFinalizedHead(access, signal)
    const half = Math.floor(head.number / 2)
    const found = await readHash(network, access, half, signal)
    const upTo = `Final blocks up to ${grouped(head.number)}.`
    const { name } = NETWORKS[network]
    if (found === null) return { ok: false, sentences: [upTo, `It does not return block ${grouped(half)}; choose another data set.`] }
    const { block, hash } = found
    const own = await readOwnHash(network, block, adapters, signal)
    if ('missing' in own) return { ok: true, sentences: [upTo, `Its blocks were not compared because ${own.missing}.`] }
    return own.hash === hash
      ? { ok: true, sentences: [upTo, `Block ${grouped(block)} is the same as at the endpoint of ${name}.`] }
      : {
          ok: false,
          sentences: [upTo, `Block ${grouped(block)} is ${hash} there and ${own.hash} at the endpoint of ${name}: this is another chain.`],
        }
  } catch (error) {
    return { ok: false, sentences: [faultText(error, access, signal)] }
  }
}

/** The hash of a block at the endpoint of the network, or why it is missing. A fault of the endpoint says nothing about the archive. */
async function readOwnHash(
  network: ArchiveNetwork,
  block: number,
  adapters: Pick<Adapters, 'canRead' | 'get'>,
  signal: AbortSignal,
): Promise<{ readonly hash: string } | { readonly missing: string }> {
  const { name } = NETWORKS[network]
  if (!adapters.canRead(network)) return { missing: `no endpoint is set for ${name}` }
  const hash = await adapters
    .get(network)
    .reorganisations?.blockHash(block, signal)
    .catch(() => null)
  return hash == null ? { missing: `the endpoint of ${name} did not return block ${grouped(block)}` } : { hash }
}

/** The first block at or after a number. Null if the data set has none within the next blocks. */
async function readHash(
  network: ArchiveNetwork,
  access: ArchiveAccess,
  from: number,
  signal: AbortSignal,
): Promise<{ readonly block: number; readonly hash: string } | null> {
  const [type, to] = network === 'sol' ? ['solana', from + MAX_SKIPPED] : ['evm', from]
  for await (const { blocks } of readArchive({ access, query: { type, ...QUERY }, from, to, budget: { ...BUDGET }, signal })) {
    const header = blocks[0]?.header
    if (header?.hash !== undefined) return { block: header.number, hash: header.hash }
  }
  return null
}

function faultText(error: unknown, { protocol }: ArchiveAccess, signal: AbortSignal): string {
  if (signal.aborted) return `It did not answer within ${TIMEOUT_MS / 1_000} seconds.`
  if (error instanceof ArchiveFault) return `${error.message}. Check the URL, the key${protocol === 'portal' ? ' and the name of the data set' : ''}.`
  return error instanceof AppError ? error.message : String(error)
}
