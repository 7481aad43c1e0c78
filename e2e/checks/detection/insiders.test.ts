import { describe, expect, it } from 'vitest'
import type { Story } from './story.ts'
import { blocks, findings } from './early-story.ts'

describe('insiders', () => {
  it('got tokens or their first coin from the creator; the creator is not one of them', () => {
    const { insiders } = findings({
      holds: { dev: 500, gifted: 300, started: 20, stranger: 10 },
      creator: 'dev',
      sends: [['dev', 'gifted', 300, 5]],
      pays: [['dev', 'started', 50, 2]],
    })
    expect(insiders.map(({ address, facts }) => [address, facts.map(({ rule }) => rule)])).toEqual([
      ['gifted', ['received_from_creator', 'same_cluster']],
      ['started', ['first_funded_by_creator', 'same_cluster']],
    ])
  })

  it('were paid before the launch and bought within three blocks; slots that hold no block do not count', () => {
    const story: Story = {
      holds: { dev: 500, first: 10, paid: 20 },
      creator: 'dev',
      pays: [
        ['other', 'paid', 1, 0],
        ['dev', 'paid', 5, 1],
      ],
      buys: [
        ['first', 10, 5, 2],
        ['paid', 20, 5, 2 + blocks(9)],
      ],
    }
    const rules = (producedBlocks: readonly number[] | null): string[] =>
      findings(story, (facts) => ({ ...facts, producedBlocks })).insiders.flatMap(({ facts }) => facts.map(({ rule }) => rule))
    expect(rules([1600, 1603, 1606, 1609, 1610])).toContain('first_funded_by_creator')
    expect(rules([1600, 1601, 1602, 1603, 1609])).not.toContain('first_funded_by_creator')
    expect(rules(null)).not.toContain('first_funded_by_creator')
  })

  it('are none when the creator is unknown', () => {
    const { insiders, notes } = findings({ holds: { w1: 10 } })
    expect(insiders).toEqual([])
    expect(notes).toContain(
      'The creator is not known. The creator’s share is unknown, not zero, and insiders are found only by powers over the token and by its creation.',
    )
  })
})
