import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONTRACT_CHECKS } from './checks/index.ts'
import { runChecks } from './run-checks.ts'
import { Subject } from './subject.ts'
import { buildScan } from '../../../src-main/scan/report/report.ts'
import type { ScanInput } from '../../../src-main/scan/input.ts'
import { hideFacts, cleanInput, weights } from '../scan/inputs.ts'
import type { Store } from '../../../src-main/store/interface.ts'

import { storyEngine } from '../../../src-main/server/testing/engine.ts'
import { startRunning, type Running } from '../../../src-main/server/testing/running.ts'
import { ETH, STORIES, storyToken, storyTrade, SUI, type Story } from '../../../src-main/server/testing/story.ts'

/**
 * Runs the conformance suite against a server with the real store and engine, whose tokens have snipers, a creator and trades on
 * three networks. Jobs and importer are stubs, and scans use hand-made facts: two tokens are clean, and almost nothing is known
 * of the third. The scan's tests read real nodes. e2e/specs/server-conformance.spec.ts runs the suite against the built
 * app.
 */

/** Scan input of a token. */
function scanInput(story: Story): ScanInput {
  const clean = { ...cleanInput(story.token.network), token: storyToken(story) }
  const { facts } = clean
  if (story === ETH) return hideFacts(clean, (need) => need !== 'verified')
  if (facts.details.family !== 'solana') return clean
  const noAuthorities = { freeze_authority: null, update_authority: null, permanent_delegate: null, transfer_fee_authority: null }
  return { ...clean, facts: { ...facts, details: { ...facts.details, authorities: { mint_authority: story.creator, ...noAuthorities } } } }
}

/** Saves a launch transaction in which two wallets buy, and transfers of the creator to the others. */
async function saveBundlersAndInsiders(store: Store, story: Story): Promise<void> {
  const { token, creator, buyers } = story
  const bought = storyTrade(story, 2)
  const tx = `${token.network}-bundle`
  const position = (event: number) => ({ ...bought.position, tx: 9, event })
  const [a, b, ...friends] = buyers
  const bundle = [a, b].flatMap((signer, event) =>
    signer === undefined ? [] : [{ ...bought, tx, signer, receiver: signer, position: position(event) }],
  )
  await store.write.saveTrades({ network: token.network, rows: bundle, token, covers: null })
  const raw = bought.tokenOut.raw * 10_000n
  const gifts = friends.map((to, event) => ({
    kind: 'transfer' as const,
    network: token.network,
    position: position(event + bundle.length),
    time: bought.time,
    tx: `${token.network}-gift-${event}`,
    token: token.address,
    from: creator,
    to,
    raw,
  }))
  await store.write.saveTransfers({ token, rows: gifts, covers: null })
}

let running: Running
let subject: Subject
beforeAll(async () => {
  running = await startRunning({ engine: storyEngine })
  await saveBundlersAndInsiders(running.store, SUI)
  for (const story of STORIES) {
    const { network, address } = story.token
    await running.store.write.saveScan({ token: story.token, ...buildScan(weights, scanInput(story)), block: null })
    await running.call(`/local/v1/${network}/${encodeURIComponent(address)}/snapshots`, { method: 'POST', key: running.keys.owner })
  }
  const tokens = Object.fromEntries(STORIES.map(({ token }) => [token.network, token.address]))
  subject = await Subject.connect({ url: running.server.origin, key: running.keys.owner, tokens, mayWrite: true })
})
afterAll(async () => {
  await subject.close()
  await running.stop()
})

/** Skips that need a node, the shipped label lists, or tokens on networks that the story does not cover. */
const EXPECTED_SKIPS = /of its own only|labels no burn address|no token on (base|bsc|base, bsc)$/

describe.each([...Map.groupBy(CONTRACT_CHECKS, (line) => line.section)])('%s', (_, lines) => {
  it(`${lines.length} checks pass`, async () => {
    const results = await runChecks(lines, subject)
    expect(results.filter(({ outcome, note }) => outcome === 'fail' || (outcome === 'not applicable' && !EXPECTED_SKIPS.test(note ?? '')))).toEqual(
      [],
    )
  })
})
