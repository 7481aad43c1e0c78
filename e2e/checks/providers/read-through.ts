import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Service } from '../../../src-main/service.ts'
import type { JobRecord } from '../../../src-shared/contract/records/jobs.ts'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { openOwnService } from '../../fixtures/own-service.ts'

/** The result of one read of a token with a separate service. */
export interface ReadThrough {
  readonly job: JobRecord
  /** Every message that the stages showed while they ran. */
  readonly messages: ReadonlySet<string>
  /** The bytes of each record by its path. */
  readonly records: ReadonlyMap<string, string>
  readonly seconds: number
}

const RECORDS = ['', '/distribution', '/clusters', '/snipers', '/bundlers', '/insiders']

/** Environment variables with settings. */
export type Env = Readonly<Record<string, string>>

/** Reads a whole token from the endpoints, and its records from the API. */
export async function readThrough(network: NetworkId, token: string, urls: readonly string[], folder = '', env: Env = {}): Promise<ReadThrough> {
  const dataDir = folder === '' ? mkdtempSync(join(tmpdir(), 'provider-')) : folder
  const service = await openOwnService(dataDir, network, urls, { env })
  try {
    const { jobs, bus } = service.context
    const messages = new Set<string>()
    bus.subscribe('jobs', (_token, { stages }) => {
      for (const { state, message } of stages) if (state === 'running' && message !== null) messages.add(message)
    })
    const began = performance.now()
    const { id } = await jobs.start({ network, address: trustedAddress(token) }, { depth: 500, sinceBlock: null })
    const job = await jobs.ended(id)
    const seconds = (performance.now() - began) / 1_000
    return { job, messages, seconds, records: await readRecords(service, network, token) }
  } finally {
    await service.close()
    if (folder === '') rmSync(dataDir, { recursive: true })
  }
}

async function readRecords(service: Service, network: NetworkId, token: string): Promise<ReadonlyMap<string, string>> {
  const paths = [...RECORDS.map((name) => `/dex-metrics/v1/${network}/${token}${name}`), `/dex/v1/${network}/trades?token=${token}&limit=200`]
  const records = new Map<string, string>()
  for (const path of paths) {
    const answer = await fetch(service.origin + path, { headers: { 'X-API-Key': service.key } })
    const text = await answer.text()
    // Only the id of the request differs in an error.
    records.set(path, answer.ok ? text : `${answer.status} ${(JSON.parse(text) as { detail: string }).detail}`)
  }
  return records
}
