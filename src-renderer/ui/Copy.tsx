import { useEffect, useState } from 'react'
import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'
import { say } from './Toast.tsx'

/** Puts text on the clipboard; says so when the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    say('The browser blocked copying. Select the text and copy it manually.', 'critical')
    return false
  }
}

const TICK_MS = 1_200

interface Props {
  text: string
  /** What is copied: "Copy address". */
  label: string
  /** In rows of tables the row itself is the stop of the Tab key. */
  inRow?: boolean
  /** Shown as a word beside the icon. */
  word?: string
}

export function CopyButton({ text, label, inRow = false, word }: Props) {
  // The text itself: a row of a table may come to show another one while the tick stands.
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
      className={cx('copy', word !== undefined && 'copy-word')}
      aria-label={copied ? 'Copied' : label}
      title={label}
      tabIndex={inRow ? -1 : undefined}
      onClick={(event) => {
        event.stopPropagation()
        void copyText(text).then((was) => setDone(was ? text : null))
      }}
    >
      <Icon name={copied ? 'check' : 'copy'} size={14} />
      {word === undefined ? null : <span aria-hidden="true">{copied ? 'Copied' : word}</span>}
    </button>
  )
}
