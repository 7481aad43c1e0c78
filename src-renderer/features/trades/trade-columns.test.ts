import { expect, it } from 'vitest'
import { fittingColumns, widthOf, type Column } from '../../ui/table/column.ts'
import { tradeColumns } from './trade-columns.tsx'

const all = tradeColumns({
  ...{ network: 'sol', symbol: 'BOME', nameOf: () => ({ symbol: 'SOL', name: 'Solana' }) as never },
  ...{ classOf: new Map(), notes: new Map(), onNotes: () => undefined, quote: null },
})
const shown = (room: number) => fittingColumns(all, room) as readonly Column<never>[]

it('the trades fit beside the inspector of a window of 1024 and of 960 pixels', () => {
  // The main view is 539 and 475 pixels wide there.
  for (const room of [539, 475]) expect(widthOf(shown(room))).toBeLessThanOrEqual(room)
  expect(shown(539).map(({ id }) => id)).toEqual(['time', 'side', 'amount', 'price', 'signer', 'notes'])
  expect(shown(1_000).map(({ id }) => id)).toContain('tx')
})
