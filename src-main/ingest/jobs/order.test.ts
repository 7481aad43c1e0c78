import { expect, it } from 'vitest'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { silentLogger } from '../../lib/logger.ts'
import { withOwnReads } from '../testing/own-reads.ts'
import { createAdapters } from '../adapters.ts'
import { createJobs } from './jobs.ts'

it('lists jobs of the same second newest first, while they run and once they are stopped', async () => {
  await withOwnReads('eth', async ({ store, bus, engine, closing }) => {
    const adapters = closing(createAdapters({ sources: { eth: ['http://127.0.0.1:1'] } }))
    const clock = { now: () => 1_700_000_000_000 }
    const jobs = closing(createJobs({ store, bus, engine, adapters, clock, logger: silentLogger }))
    const started: string[] = []
    for (let digit = 1; digit <= 6; digit += 1) {
      const token = { network: 'eth' as const, address: trustedAddress(`0x${String(digit).repeat(40)}`) }
      started.unshift((await jobs.start(token, { depth: 10, sinceBlock: null })).id)
    }
    const listed = async (): Promise<string[]> => (await jobs.list()).map(({ id }) => id)
    expect(await listed()).toEqual(started)
    for (const id of started.filter((_, index) => index % 2 === 0)) await jobs.cancel(id)
    expect(await listed()).toEqual(started)
  })
})
