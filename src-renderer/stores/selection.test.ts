import { expect, it } from 'vitest'
import { clearSelection, EMPTY_SELECTION, selectCluster, selectLink, selectWallets, toggleWallet, useSelection } from './selection.ts'

const LINK = { source: 'a', target: 'b', kind: 'transfer', token: 'self' }

it('only one kind is selected, and wallets are added and taken away one by one', () => {
  selectCluster(3)
  selectLink(LINK)
  expect(useSelection.getState()).toEqual({ wallets: [], cluster: null, link: LINK })
  toggleWallet('a')
  toggleWallet('b')
  expect(useSelection.getState()).toEqual({ wallets: ['a', 'b'], cluster: null, link: null })
  toggleWallet('a')
  expect(useSelection.getState().wallets).toEqual(['b'])
  selectCluster(3)
  expect(useSelection.getState()).toEqual({ wallets: [], cluster: 3, link: null })
  selectWallets(['c'])
  expect(useSelection.getState()).toEqual({ wallets: ['c'], cluster: null, link: null })
  clearSelection()
  expect(useSelection.getState()).toEqual(EMPTY_SELECTION)
})
