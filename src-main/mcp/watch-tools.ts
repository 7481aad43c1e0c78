import { z } from 'zod'
import { watchRule } from '../../src-shared/contract/records/watch.ts'
import type { Computed } from './part-answer.ts'

/** Rules without the secrets that sign the calls of their webhooks. */
const openRule = watchRule.omit({ secret: true })

export const listRules: Computed = {
  takes: z.object({}),
  returns: z.object({ rules: z.object({ rules: z.array(openRule) }) }),
  async read(client) {
    const answer = await client.call('watchRules', {})
    return [{ name: 'rules', answer: { ...answer, value: { rules: answer.value.rules.map(({ secret: _secret, ...rule }) => rule) } } }]
  },
}
