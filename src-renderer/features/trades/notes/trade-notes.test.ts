import { describe, expect, it } from 'vitest'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { CaseNote, NoteTarget } from '../../../../src-shared/domain/cases/case.ts'
import { countNotes, tradeKey, tradeTarget } from './trade-notes.ts'

const TOKEN = { network: 'sol', address: trustedAddress('MINT') } as const

describe('notes on trades', () => {
  it('are counted for the swap they are on, of one token alone', () => {
    const swap = { tx: 'tx1', leg: 1 }
    const targets: NoteTarget[] = [
      tradeTarget(TOKEN, swap),
      tradeTarget(TOKEN, swap),
      tradeTarget(TOKEN, { tx: 'tx1', leg: 0 }),
      tradeTarget({ ...TOKEN, address: trustedAddress('OTHER') }, swap),
      { kind: 'token', ...TOKEN },
    ]
    const notes = targets.map((target, i): CaseNote => ({ id: String(i), target, text: 'n', written_at: 1, changed_at: 1 }))
    expect([...countNotes(notes, TOKEN)]).toEqual([
      [tradeKey(swap), 2],
      ['tx1:0', 1],
    ])
  })
})
