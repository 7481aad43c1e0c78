import { useCountableCase } from '../../api/claims.tsx'
import { setCountCase, usePreferences } from '../../stores/preferences.ts'
import { Button } from '../../ui/Button.tsx'
import { errorText } from '../../ui/Failure.tsx'
import { compareClusters, NOT_ON_SNAPSHOTS, type BannerProps } from './banner-text.ts'
import styles from './TrialBanner.module.css'

/** Says whether the tags and entities of the open case count in the clusters, with a switch for it. */
export function CaseBanner({ before, after, error, onSnapshot }: BannerProps) {
  const counting = useCountableCase()
  const isOn = usePreferences((state) => state.countCase)
  if (counting === null) return null
  const effect = onSnapshot ? NOT_ON_SNAPSHOTS : error !== null ? errorText(error) : compareClusters(before, after)
  return (
    <div className={styles['banner']} role="status" data-kind="case">
      {isOn ? (
        <span>
          <strong>Clusters counted with your case “{counting.name}”.</strong> {effect} Public figures are unchanged.
        </span>
      ) : (
        <span>Clusters as in the public figures. Your case “{counting.name}” has tags or entities that would count.</span>
      )}
      <span className={styles['actions']}>
        <Button text={isOn ? 'Show public clusters' : 'Count with case'} onClick={() => setCountCase(!isOn)} />
      </span>
    </div>
  )
}
