import { expect, it } from 'vitest'
import { buildElements } from '../elements/build-elements.ts'
import { smallStory } from '../testing/story.fixture.ts'
import { forgetHomes, homeOf, settle } from './layout-cache.ts'

it('keeps where a picture was first shown until the wallets are arranged by hand', () => {
  const [elements, other] = [buildElements(smallStory(), null), buildElements(smallStory(), null)]
  const [first, later] = [new Map([['a1', { x: 1, y: 2 }]]), new Map([['a1', { x: 1.5, y: 2 }]])]
  expect(homeOf(elements)).toBeNull()
  settle(elements, first)
  settle(elements, later)
  expect(homeOf(elements)).toBe(first)
  expect(homeOf(other)).toBeNull()
  forgetHomes()
  expect(homeOf(elements)).toBeNull()
  settle(elements, later)
  expect(homeOf(elements)).toBe(later)
})
