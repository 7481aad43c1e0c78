import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refreshCounts, type RuleChanges } from '../../api/evidence-queries.ts'
import { useClient } from '../../api/service.tsx'
import { countOf } from '../../format/number.ts'
import { endTrial } from '../../stores/trial.ts'
import { sentenceOf } from '../../ui/Failure.tsx'
import { say } from '../../ui/Toast.tsx'

/** Keeps a whole set of thresholds for all tokens; {} goes back to what is shipped. */
export function useKeepRules() {
  const client = useClient()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (changes: RuleChanges) => client.call('setRules', { body: { changes: { ...changes } } }),
    onSuccess: async ({ value }) => {
      say(
        value.changed.length === 0
          ? 'Defaults restored for all tokens'
          : `Saved: ${countOf(value.changed.length, 'threshold')} changed for all tokens`,
      )
      await refreshCounts(queries)
      endTrial()
    },
    onError: (error) => say(sentenceOf(error), 'critical'),
  })
}
