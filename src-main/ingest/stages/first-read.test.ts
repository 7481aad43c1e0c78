import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { trustedAddress } from '../../../src-shared/domain/address.ts'
import { IMPORTED_TOKEN, type FirstRead } from '../../../src-shared/domain/token.ts'
import type { Store } from '../../store/interface.ts'
import { openTestStore } from '../../store/testing/test-store.ts'
import { beginFirstRead, endFirstRead, hiddenBalancesRead, stageRead } from './first-read.ts'

const token = { network: 'sol', address: trustedAddress('So11111111111111111111111111111111111111112') } as const
let folder: string
let store: Store
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holderscope-first-read-'))
  store = await openTestStore(join(folder, 'store.db'))
  const info = { name: null, symbol: null, decimals: 6, totalSupply: 1_000n, asOf: 1_700_000_000, notes: [] }
  await store.write.saveToken({ ...IMPORTED_TOKEN, ...token, ...info, origin: 'node' })
})
afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})
const stored = async (): Promise<FirstRead | null | undefined> => (await store.read.token(token))?.firstRead

it('balances that holders hide stay unknown after the reads, until a list shows all again', async () => {
  await hiddenBalancesRead(store, token, false)
  expect(await stored()).toBeNull()
  await hiddenBalancesRead(store, token, true)
  await beginFirstRead(store, token)
  await stageRead(store, token, 'holders')
  await endFirstRead(store, token)
  expect(await stored()).toEqual({ ended: true, missing: [], balancesHidden: true })
  await hiddenBalancesRead(store, token, false)
  expect(await stored()).toBeNull()
})
