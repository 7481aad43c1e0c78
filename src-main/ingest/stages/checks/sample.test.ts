import { expect, it } from 'vitest'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { Transfer } from '../../../../src-shared/domain/events.ts'
import type { CrossChecks } from '../../../chains/cross-checks.ts'
import { withOwnReads } from '../../testing/own-reads.ts'
import type { StageContext } from '../stage.ts'
import { checkSample } from './sample.ts'

const address = (n: number) => trustedAddress(`0x${n.toString(16).padStart(40, '0')}`)
const token = { network: 'eth', address: address(1) } as const

const transfer = (block: number, tx: number): Transfer => ({
  ...{ kind: 'transfer', network: 'eth', token: token.address, from: address(2), to: address(3), raw: 1n, time: block },
  position: { block, tx, event: tx },
  tx: `0x${(block * 1_000 + tx).toString(16).padStart(64, '0')}`,
})

it('a block with one transfer between busy ones is not taken for an empty block', async () => {
  const rows = Array.from({ length: 12 }, (_, i) =>
    i % 2 === 0 ? Array.from({ length: 25 }, (_one, tx) => transfer(i, tx)) : [transfer(i, 0)],
  ).flat()
  const blocks = { from: 0, to: 11 }
  const checks: Pick<CrossChecks, 'mayHaveTransfers' | 'transfersInTransaction' | 'transfersInReceipts'> = {
    mayHaveTransfers: () => Promise.resolve(true),
    transfersInTransaction: (_token, tx) => Promise.resolve(rows.filter((row) => row.tx === tx)),
    transfersInReceipts: (_token, block) =>
      Promise.resolve({ host: 'node', rows: rows.filter(({ position }) => position.block === block), isProven: true }),
  }
  await withOwnReads('eth', async ({ store }) => {
    await store.write.saveTransfers({ token, rows, covers: blocks })
    const context = { store, token, signal: new AbortController().signal } as StageContext
    expect(await checkSample(context, checks as CrossChecks, { blocks, closely: false })).toEqual([])
  })
})
