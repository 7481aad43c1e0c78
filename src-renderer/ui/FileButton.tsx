import { useRef, type ReactNode } from 'react'
import { Button } from './Button.tsx'

interface Props {
  /** Accessible name of the file field. */
  readonly label: string
  readonly accept: string
  readonly multiple?: boolean
  readonly disabled?: boolean
  readonly onFiles: (files: readonly File[]) => void
  readonly children: ReactNode
}

/** A button that picks files. The same file can be picked again. */
export function FileButton({ label, accept, multiple = false, disabled = false, onFiles, children }: Props) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        aria-label={label}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <Button icon="upload" disabled={disabled} text={children} onClick={() => picker.current?.click()} />
    </>
  )
}
