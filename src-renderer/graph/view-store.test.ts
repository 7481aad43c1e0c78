import { beforeEach, expect, it } from 'vitest'
import type { AddedWallet } from './elements/build-elements.ts'
import * as view from './view-store.ts'

const state = (): view.GraphView => view.useGraphView.getState()
const added = (address: string, label = ''): AddedWallet => ({ address, label }) as unknown as AddedWallet

beforeEach(() => {
  view.showAll()
  view.openView('eth:one', 'bubbles', ['p'], ['g'])
})

it('another token opens with its own pins and groups and without what was hidden or added', () => {
  view.hideWallets(['a'])
  view.addWallets([added('b')])
  view.setTrail(['a', 'b'])
  view.openView('eth:two', 'time', ['q'], [])
  const { token, layout, hidden, pinned, grouped, added: shown, trail } = state()
  expect([token, layout, [...hidden], [...pinned], [...grouped], [...shown], trail]).toEqual(['eth:two', 'time', [], ['q'], [], [], []])
})

it('every request arranges again, also in the same layout', () => {
  const { arrangement } = state()
  view.arrange('force')
  view.arrange('force')
  expect([state().layout, state().arrangement]).toEqual(['force', arrangement + 2])
})

it('a cluster is drawn wallet by wallet again whichever of its members stands for it', () => {
  view.collapseClusters(['x', 'y'])
  view.expandClusters(['a', 'x'])
  expect([...state().grouped]).toEqual(['g', 'y'])
  view.expandAllClusters()
  expect(state().grouped.size).toBe(0)
})

it('pins, hidden and added wallets are taken back alone', () => {
  view.pin('q', 'r')
  view.unpin(new Set(['p', 'r']))
  expect([...state().pinned]).toEqual(['q'])
  view.unpinAll()
  expect(state().pinned.size).toBe(0)
  view.addWallets([added('a', 'old'), added('b')])
  view.addWallets([added('a', 'new')])
  view.setHover({ kind: 'node', id: 'b' })
  view.removeAdded(['b'])
  expect([[...state().added.values()], state().hover]).toEqual([[added('a', 'new')], null])
})

it('a row of the legend turns off and on, and all are shown at once', () => {
  const row = 'pool' as Parameters<typeof view.toggleRow>[0]
  view.toggleRow(row)
  expect([...state().off]).toEqual([row])
  view.toggleRow(row)
  expect(state().off.size).toBe(0)
  view.toggleRow(row)
  view.hideWallets(['a'])
  view.hideWallets(['b'])
  expect([...state().hidden]).toEqual(['a', 'b'])
  view.showAll()
  expect([state().off.size, state().hidden.size]).toEqual([0, 0])
})
