import { useState, type DragEvent, type ReactNode } from 'react'
import { FileButton } from '../../ui/FileButton.tsx'
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

/** Picks a snapshot file. */
export function PickFile({ busy, onFile }: Pick<Props, 'busy' | 'onFile'>) {
  return (
    <FileButton
      label="Snapshot file"
      accept=".json,application/json"
      disabled={busy}
      onFiles={(files) => files.slice(0, 1).forEach((file) => onFile(file))}
    >
      {busy ? 'Importing…' : 'Import snapshot'}
    </FileButton>
  )
}
