import { expect, test } from 'vitest'
import { anvilMissing, spawnAnvil } from '../../../e2e/fixtures/anvil/anvil.ts'
import { account, openDevChain } from '../../../e2e/fixtures/anvil/chain.ts'
import { tokenArtifact } from '../../../e2e/fixtures/anvil/tokens/tokens.ts'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { ChainAdapter } from '../../chains/adapter.ts'
import { systemClock } from '../../lib/clock.ts'
import { createAdapters } from '../adapters.ts'
import { withOwnReads } from '../testing/own-reads.ts'
import { readScanWeights } from './read-weights.ts'
import { createScanner } from './scanner.ts'

const missing = anvilMissing()

test.skipIf(missing !== null)('a scan of a block that the chain reverts meanwhile is made again', () =>
  withOwnReads('eth', async ({ store, engine, closing }) => {
    const anvil = await spawnAnvil()
    closing({ close: () => anvil.stop() })
    const chain = await openDevChain(anvil.url)
    const creator = account('reverted scan')
    await chain.setBalance(creator.address, 10n ** 18n)
    const { address, abi } = await chain.deploy(creator, tokenArtifact('MintableToken'), [1_000_000n])
    await chain.call(creator, { address, abi }, 'renounceOwnership', [])
    const real = closing(createAdapters({ sources: { eth: [anvil.url] } }))
    const read: number[] = []
    const security: NonNullable<ChainAdapter['security']> = async (question, at, signal) => {
      const facts = await real.get('eth').security?.(question, at, signal)
      if (facts === undefined) throw new Error('the network has security facts')
      // The block that renounced the ownership.
      if (read.push(at.number) === 1) await chain.rpc('anvil_reorg', [1, []])
      return facts
    }
    const adapters = { ...real, get: (): ChainAdapter => ({ ...real.get('eth'), security }) }
    const scanner = closing(createScanner({ store, engine, adapters, weights: readScanWeights('resources'), clock: systemClock }))
    const token = { network: 'eth', address: trustedAddress(address) } as const
    const ids = async (): Promise<string[]> => (await scanner.scan(token)).detail.findings.map(({ id }) => id)
    const first = await ids()
    expect(read).toHaveLength(2)
    expect(first).toEqual(await ids())
    expect(first).toContain('mint_open_evm')
  }),
)
