import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { fittingColumns, widthOf, type Column } from '../../ui/table/column.ts'
import { tradeColumns } from './trade-columns.tsx'
import type { TradeRow } from './tape/trade-rows.ts'
import type { WalletRole } from './wallet-roles.ts'

const columnsWith = (roleOf: ReadonlyMap<string, WalletRole>): ReturnType<typeof tradeColumns> =>
  tradeColumns({
    ...{ network: 'sol', symbol: 'BOME', nameOf: () => ({ symbol: 'SOL', name: 'Solana' }) as never },
    ...{ roleOf, notes: new Map(), onNotes: () => undefined, quote: null },
  })
const all = columnsWith(new Map())
const shown = (room: number) => fittingColumns(all, room) as readonly Column<never>[]

it('the trades fit beside the inspector of a window of 1024 and of 960 pixels', () => {
  // The main view is 539 and 475 pixels wide there.
  for (const room of [539, 475]) expect(widthOf(shown(room))).toBeLessThanOrEqual(room)
  expect(shown(539).map(({ id }) => id)).toEqual(['time', 'side', 'amount', 'price', 'signer', 'notes'])
  expect(shown(1_000).map(({ id }) => id)).toContain('tx')
})

it('the role names the cluster of its wallet by the number of the list, and none without one', () => {
  const role = (found: WalletRole): string => {
    const cell = columnsWith(new Map([['a', found]]))
      .find(({ id }) => id === 'class')
      ?.cell({ signer: 'a' } as TradeRow)
    return renderToStaticMarkup(createElement(Fragment, null, cell))
  }
  expect(role({ name: 'cluster', cluster: 4 })).toContain('>Cluster 5<')
  expect(role({ name: 'sniper', cluster: 0 })).toContain('title="Bought within the first blocks; in cluster 1"')
  expect(role({ name: 'sniper', cluster: null })).toContain('title="Bought within the first blocks"')
})
