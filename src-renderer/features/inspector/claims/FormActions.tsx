import { Button } from '../../../ui/Button.tsx'
import styles from '../Inspector.module.css'

interface Props {
  readonly save: string
  readonly canSave: boolean
  readonly onCancel: () => void
}

export function FormActions({ save, canSave, onCancel }: Props) {
  return (
    <div className={styles['actions']}>
      <Button kind="primary" type="submit" disabled={!canSave}>
        {save}
      </Button>
      <Button kind="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
