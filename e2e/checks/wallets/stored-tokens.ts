import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { openOwnService } from '../../fixtures/own-service.ts'

/** A running service, called over its routes. */
export interface StoredTokens {
  get<T>(path: string): Promise<T>
  close(): Promise<void>
}

/** A service that has read these tokens from a node. */
export async function storedTokens(network: NetworkId, url: string, tokens: readonly string[]): Promise<StoredTokens> {
  const dataDir = mkdtempSync(join(tmpdir(), 'wallets-'))
  const service = await openOwnService(dataDir, network, [url])
  const { jobs } = service.context
  for (const token of tokens) {
    const { id } = await jobs.start({ network, address: trustedAddress(token) }, { depth: 500, sinceBlock: null })
    await jobs.ended(id)
  }
  return {
    async get<T>(path: string) {
      const answer = await fetch(service.origin + path, { headers: { 'X-API-Key': service.key } })
      return (await answer.json()) as T
    },
    async close() {
      await service.close()
      rmSync(dataDir, { recursive: true })
    },
  }
}
