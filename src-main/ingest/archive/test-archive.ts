import { grouped } from '../../../src-shared/domain/shown.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import type { ArchiveNetwork } from '../../../src-shared/services.ts'
import { ArchiveFault } from '../../chains/archive/fault.ts'
import { readFinalizedHead } from '../../chains/archive/head.ts'
import type { ArchiveAccess } from '../../chains/archive/request.ts'
import { readArchive } from '../../chains/archive/stream.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Adapters } from '../adapters.ts'

export interface TestedArchive {
  readonly network: ArchiveNetwork
  readonly ok: boolean
  /** What was found, or what is wrong and what to do. */
  readonly sentences: readonly string[]
}

const TIMEOUT_MS = 20_000
const BUDGET = { calls: 6, bytes: 2 ** 20 }
const QUERY = { type: 'evm', fields: { block: { number: true, hash: true } }, includeAllBlocks: true }

/** Reads the head and one old block of a data set, and compares the block with the node's. Names no token and no wallet. Never rejects. */
export async function testArchive(
  network: ArchiveNetwork,
  access: ArchiveAccess,
  adapters: Pick<Adapters, 'canRead' | 'get'>,
): Promise<TestedArchive> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const head = await readFinalizedHead(access, signal)
    const block = Math.floor(head.number / 2)
    const hash = await readHash(access, block, signal)
    const found = `Final blocks up to ${grouped(head.number)}.`
    const { name } = NETWORKS[network]
    if (hash === null) return { network, ok: false, sentences: [found, `It does not return block ${grouped(block)}; choose another data set.`] }
    const own = adapters.canRead(network) ? ((await adapters.get(network).reorganisations?.blockHash(block, signal)) ?? null) : null
    if (own === null) return { network, ok: true, sentences: [found, `Its blocks were not compared because no endpoint is set for ${name}.`] }
    return own === hash
      ? { network, ok: true, sentences: [found, `Block ${grouped(block)} is the same as at the endpoint of ${name}.`] }
      : {
          network,
          ok: false,
          sentences: [found, `Block ${grouped(block)} is ${hash} there and ${own} at the endpoint of ${name}: this is another chain.`],
        }
  } catch (error) {
    return { network, ok: false, sentences: [faultText(error, signal)] }
  }
}

async function readHash(access: ArchiveAccess, block: number, signal: AbortSignal): Promise<string | null> {
  for await (const { blocks } of readArchive({ access, query: QUERY, from: block, to: block, budget: { ...BUDGET }, signal })) {
    return blocks[0]?.header.hash ?? null
  }
  return null
}

function faultText(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return `It did not answer within ${TIMEOUT_MS / 1_000} seconds.`
  if (error instanceof ArchiveFault) return `${error.message}. Check the URL, the key and the name of the data set.`
  return error instanceof AppError ? error.say : String(error)
}
