import { expect, test } from 'vitest'
import { createOffChainConsent } from './off-chain-consent.ts'
import { setByWorkers } from './set-by-workers.ts'

test('a process that reads no chain shows its settings and refuses to change them', async () => {
  const consent = setByWorkers(createOffChainConsent({ dataDir: '/nowhere', offChainMetadata: true, offChainMetadataSetBy: null }))
  expect(consent.given()).toBe(true)
  await expect(consent.change(false)).rejects.toMatchObject({
    code: 'conflict',
    message: 'This process calls no endpoints and services; set those of the workers in their settings and restart them.',
  })
  expect(consent.given()).toBe(true)
})
