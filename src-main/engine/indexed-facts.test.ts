import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { shippedRules } from '../../e2e/checks/detection/story.ts'
import { withChanges } from '../detectors/rules/changes.ts'
import { write } from '../store/dispatch.ts'
import { openWritingAt } from '../store/open.ts'
import { openReader } from '../store/reader.ts'
import { sampleToken, sampleTransfer, TOKEN, txHash, wallet } from '../store/testing/samples.ts'
import { newLocation } from '../store/testing/test-engine.ts'
import { createIndexedFacts } from './indexed-facts.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const VERSIONS = 5

it('keeps only the newest version of a followed token in memory', async () => {
  const { location, remove } = newLocation()
  const { db, close } = openWritingAt(location)
  write(db, 'saveToken', sampleToken({ asOfBlock: 100 }))
  const reader = openReader(location)
  const facts = createIndexedFacts(reader)

  function readBlock(n: number): WeakRef<object> {
    const block = 101 + n
    const transfers = [sampleTransfer({ position: { block, tx: 0, event: 0 }, tx: txHash(block), to: wallet(block) })]
    const blocks = { from: block, to: block, time: 1_700_100_000 + block, supply: null, pools: [], balances: [], transfers, trades: [] }
    write(db, 'saveBlocks', { token: TOKEN, blocks })
    const indexed = facts.get(TOKEN, withChanges(shippedRules, {}))
    // Records that were not requested are computed when they are.
    expect(indexed?.records.overview).toBeDefined()
    return new WeakRef(indexed ?? {})
  }

  try {
    const versions = Array.from({ length: VERSIONS }, (_, n) => readBlock(n))
    // A weak reference keeps its object until the job that made it ends.
    await setTimeout()
    collect()
    expect(versions.map((version) => version.deref() !== undefined)).toEqual([...Array<boolean>(VERSIONS - 1).fill(false), true])
  } finally {
    reader.close()
    close()
    remove()
  }
})
