import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import styles from './Snapshots.module.css'

interface Props {
  readonly busy: boolean
  readonly onFile: (file: File) => void
  readonly children: ReactNode
}

/** Drop target for a snapshot file. */
export function DropFile({ busy, onFile, children }: Props) {
  const [over, setOver] = useState(false)
  const drag = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file !== undefined && !busy) onFile(file)
  }
  return (
    <div className={styles['drop']} data-over={over} onDragEnter={drag} onDragOver={drag} onDragLeave={() => setOver(false)} onDrop={drop}>
      {children}
      {over ? <p className={styles['drop-text']}>Drop to import the snapshot</p> : null}
    </div>
  )
}

/** Button with a hidden file input. */
export function PickFile({ busy, onFile }: Pick<Props, 'busy' | 'onFile'>) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        className="visually-hidden"
        tabIndex={-1}
        aria-label="Snapshot file"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
      <Button icon="upload" disabled={busy} onClick={() => input.current?.click()}>
        {busy ? 'Importing…' : 'Import snapshot'}
      </Button>
    </>
  )
}
