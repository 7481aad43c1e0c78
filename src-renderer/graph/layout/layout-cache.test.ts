import { expect, it } from 'vitest'
import { buildElements } from '../elements/build-elements.ts'
import { smallStory } from '../testing/story.fixture.ts'
import { clearLayoutCache, keepShownPositions, knownPositions } from './layout-cache.ts'
import { NO_POSITIONS } from './saved-positions.ts'

it('keeps the positions a snapshot was first shown with until the user arranges the wallets', () => {
  const [elements, other] = [buildElements(smallStory(), null), buildElements(smallStory(), null)]
  const [first, later] = [new Map([['a1', { x: 1, y: 2 }]]), new Map([['a1', { x: 1.5, y: 2 }]])]
  expect(knownPositions(elements, NO_POSITIONS)).toBeNull()
  keepShownPositions(elements, first)
  keepShownPositions(elements, later)
  expect(knownPositions(elements, NO_POSITIONS)).toBe(first)
  expect(knownPositions(other, NO_POSITIONS)).toBeNull()
  clearLayoutCache()
  expect(knownPositions(elements, NO_POSITIONS)).toBeNull()
  keepShownPositions(elements, later)
  expect(knownPositions(elements, NO_POSITIONS)).toBe(later)
})
