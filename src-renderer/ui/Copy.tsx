import { useEffect, useState } from 'react'
import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'
import { showToast } from './Toast.tsx'

/** Copies text; shows a toast if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    showToast('The browser blocked copying. Select the text and copy it manually.', 'critical')
    return false
  }
}

/** Copies text and confirms it in a toast. */
export async function copyWithToast(text: string, message: string): Promise<void> {
  if (await copyText(text)) showToast(message)
}

const TICK_MS = 1_200

interface Props {
  text: string
  /** "Copy address". */
  label: string
  /** In a table row, the row itself is the tab stop. */
  inRow?: boolean
  /** Text beside the icon. */
  caption?: string
}

export function CopyButton({ text, label, inRow = false, caption }: Props) {
  // The copied text, because a recycled row may show another text while the tick is visible.
  const [done, setDone] = useState<string | null>(null)
  const copied = done === text
  useEffect(() => {
    if (done === null) return undefined
    const timer = setTimeout(() => setDone(null), TICK_MS)
    return () => clearTimeout(timer)
  }, [done])
  return (
    <button
      type="button"
      className={cx('copy', caption !== undefined && 'copy-word')}
      aria-label={copied ? 'Copied' : label}
      title={label}
      tabIndex={inRow ? -1 : undefined}
      onClick={(event) => {
        event.stopPropagation()
        void copyText(text).then((was) => setDone(was ? text : null))
      }}
    >
      <Icon name={copied ? 'check' : 'copy'} size={14} />
      {caption === undefined ? null : <span aria-hidden="true">{copied ? 'Copied' : caption}</span>}
    </button>
  )
}
