import { refreshComputed, type RuleChanges } from '../../api/evidence-queries.ts'
import { useCall } from '../../api/use-call.ts'
import { countOf } from '../../format/number.ts'
import { endTrial } from '../../stores/trial.ts'
import { showError } from '../../ui/Failure.tsx'
import { showToast } from '../../ui/Toast.tsx'

/** Saves a set of thresholds for all tokens; {} restores the defaults. */
export const useSaveRules = () =>
  useCall(({ client }, changes: RuleChanges) => client.call('setRules', { body: { changes: { ...changes } } }), {
    onSuccess: async ({ value }, { queries }) => {
      showToast(
        value.changed.length === 0
          ? 'Defaults restored for all tokens'
          : `Saved: ${countOf(value.changed.length, 'threshold')} changed for all tokens`,
      )
      await refreshComputed(queries)
      endTrial()
    },
    onError: showError,
  })
