import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/Button.tsx'
import styles from './Sources.module.css'

/** One more endpoint for a network. */
export function EndpointForm({
  network,
  busy,
  onAdd,
  onCancel,
}: {
  network: string
  busy: boolean
  onAdd: (url: string) => void
  onCancel: () => void
}) {
  const [url, setUrl] = useState('')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onAdd(url.trim())
  }
  return (
    <form className={styles.form} onSubmit={submit} onKeyDown={(event) => (event.key === 'Escape' ? onCancel() : undefined)}>
      <input
        className="input"
        type="url"
        autoFocus
        spellCheck={false}
        autoComplete="off"
        maxLength={2048}
        aria-label={`Endpoint for ${network}`}
        placeholder="https://…"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
      <Button kind="primary" type="submit" disabled={url.trim() === '' || busy}>
        {busy ? 'Setting …' : 'Set'}
      </Button>
      <Button kind="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  )
}
