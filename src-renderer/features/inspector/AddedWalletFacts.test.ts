import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CurrentShare } from './AddedWalletFacts.tsx'

it('an added wallet without a stored balance has none only if the number of holders is known', () => {
  const shown = (holder_count: number | null, percentage: number): string =>
    renderToStaticMarkup(
      createElement(CurrentShare, { snapshot: { token_metadata: { holder_count } }, wallet: { is_holder: percentage > 0, percentage } }),
    )
  expect(shown(9, 0)).toBe('no balance')
  expect(shown(null, 0)).toContain('>unknown<')
  expect(shown(null, 3)).toContain('>3.00 %<')
})
